import { useRef } from "react";
import { useServices } from "../../../api/services";
import { pictureOf } from "../../../kit/markdown/addresses";
import { useUpload } from "../../../kit/use-upload";
import { uploadPicture } from "../queries";

/** What a picture may be (V-30). The server looks into the file. */
export const PICTURES = ["image/png", "image/jpeg"];
export const MOST_BYTES = 20_971_520;

/** Sends one picture at a time (T-54). `onDone` gets its path in the store and the name of the file. */
export function usePicture(onDone: (path: string, name: string) => void) {
  const services = useServices();
  const name = useRef("");
  const upload = useUpload({
    call: async (file: File, watch) => {
      if (!PICTURES.includes(file.type) || file.size > MOST_BYTES) throw new Error("no picture");
      name.current = file.name;
      const path = pictureOf(await uploadPicture(services, file, watch));
      if (path === undefined) throw new Error("no address of the store");
      return path;
    },
    onDone: (path) => path !== undefined && onDone(path, name.current),
  });
  /** Sends the first file of a list, if there is one. */
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) upload.start(file);
    return file !== undefined;
  };
  return { state: upload.state, cancel: upload.cancel, take };
}
