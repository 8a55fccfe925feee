import { useState, type ClipboardEvent } from "react";
import { useServices } from "../../../api/services";
import { LARGEST_PICTURE, PICTURE_TYPES } from "../../../api/upload-picture";
import { dataUrl } from "../../../kit/data-url";
import { useUpload, type UploadState } from "../../../kit/use-upload";
import type { FormControl } from "../../../ui/form/use-form";
import { previews, type Draft } from "../draft";
import { uploadPicture } from "../queries";

/** The most pictures of one piece of feedback. */
export const MOST_PICTURES = 3;

export interface PictureUpload {
  state: UploadState;
  cancel: () => void;
  /** Why the last file was not taken; the name of the file, or that there are three already. */
  refused: { kind: string } | "many" | undefined;
  /** Sends the first of these files, if there is one. */
  take: (files: FileList | null | undefined) => boolean;
  onPaste: (event: ClipboardEvent) => void;
}

/** Sends one picture at a time, chosen, dropped or pasted, and adds its name to the form. */
export function usePictures(form: FormControl<Draft>): PictureUpload {
  const services = useServices();
  const [refused, setRefused] = useState<PictureUpload["refused"]>();
  const upload = useUpload({
    call: async (file, watch) => {
      const name = await uploadPicture(services, file, watch);
      // The policy of the portal shows pictures of `data:` addresses, and none of `blob:`.
      if (!previews.has(name)) previews.set(name, await dataUrl(file).catch(() => ""));
      return name;
    },
    onDone: (name) => {
      if (name === undefined) return;
      const known = form.hook.getValues("pictures");
      if (!known.includes(name)) form.set("pictures", [...known, name]);
    },
  });
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (!file) return false;
    const fits = file.type in PICTURE_TYPES && file.size <= LARGEST_PICTURE;
    const many = form.hook.getValues("pictures").length >= MOST_PICTURES;
    setRefused(many ? "many" : fits ? undefined : { kind: file.name });
    if (fits && !many) upload.start(file);
    return true;
  };
  return {
    state: upload.state,
    cancel: upload.cancel,
    refused,
    take,
    onPaste: (event) => {
      if (take(event.clipboardData.files)) event.preventDefault();
    },
  };
}
