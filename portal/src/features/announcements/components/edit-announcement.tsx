import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { pathOf } from "../../../kit/audience/audience";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { addAnnouncement, announcementQuery, NAMES, updateAnnouncement } from "../queries";
import { AnnouncementFields } from "./announcement-fields";
import type { Named } from "./open";
import { bodyOf, NOTHING, valuesOf } from "./announcement-values";

const REQUIRED = ["title", "content"] as const;

/** C-108. */
export function AddAnnouncement({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("announcements");
  const services = useServices();
  const form = useForm({ initial: NOTHING, required: REQUIRED });
  const save = useSave(form, {
    call: (values) => addAnnouncement(services, bodyOf(values)),
    done: (_, { title }) => t("add.done", { name: title.trim() }),
    refresh: NAMES,
    pathOf,
  });
  return (
    <EditDrawer title={t("add")} action={t("add")} form={form} save={save} onClose={onClose}>
      <AnnouncementFields form={form} />
    </EditDrawer>
  );
}

/** C-110. */
export function EditAnnouncement({ announcement, onClose }: { announcement: Named; onClose: () => void }) {
  const { t } = useTranslation("announcements");
  const services = useServices();
  const { id, title: name } = announcement;
  const { base, form, version, current, waiting } = useEdited(announcementQuery(services, id), {
    valuesOf,
    nothing: NOTHING,
    rules: () => ({ required: [...REQUIRED, "launchTime"] }),
  });
  const save = useSave(form, {
    call: async (values, how) =>
      updateAnnouncement(services, { ...bodyOf(values), id, version: await version(how) }),
    current,
    done: (_, { title }) => t("edit.done", { name: title.trim() }),
    refresh: NAMES,
    pathOf,
  });
  return (
    <EditDrawer
      title={t("edit.title", { name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      {base && <AnnouncementFields form={form} hiddenGroups={base.hiddenGroups} />}
    </EditDrawer>
  );
}
