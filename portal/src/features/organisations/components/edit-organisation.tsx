import { Button, Flex, Image } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { STATUS } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { dataUrl } from "../../../kit/data-url";
import { SearchField } from "../../../kit/search-field";
import { UploadField } from "../../../kit/upload-field";
import { useSave } from "../../../kit/use-save";
import { useUpload } from "../../../kit/use-upload";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { TextField } from "../../../ui/form/text-field";
import { useForm, useValue, type FormControl } from "../../../ui/form/use-form";
import {
  addOrganisation,
  NAMES,
  PARENTS,
  parents,
  updateOrganisation,
  type Kind,
  type Organisation,
} from "../queries";

/** A picture of this size fits into a logo: 24,000 characters in base64. */
const LARGEST_LOGO = 17_000;
const PICTURES = {
  "image/png": [".png"],
  "image/jpeg": [".jpg"],
  "image/webp": [".webp"],
  "image/svg+xml": [".svg"],
};

interface EditOrganisationProps {
  kind: Kind;
  organisation: Organisation | undefined;
  onClose: () => void;
}

/** Changes an organisation, or adds one if there is none. */
export function EditOrganisation({ kind, organisation, onClose }: EditOrganisationProps) {
  const { t } = useTranslation("organisations");
  const services = useServices();
  const parent = PARENTS[kind];
  const form = useForm({
    initial: {
      name: organisation?.name ?? "",
      parentId: organisation?.parentId ?? "",
      logo: organisation?.logo ?? "",
    },
    required: ["name"],
  });
  const save = useSave(form, {
    call: ({ name, parentId, logo }, { overwrite }) => {
      const fields = { kind, name, ...(parent && { parentId }), ...(kind === "agency" && { logo }) };
      return organisation
        ? updateOrganisation(services, {
            ...fields,
            id: organisation.id,
            ...(!overwrite && { version: organisation.version }),
          })
        : addOrganisation(services, fields);
    },
    done: (_, { name }) => t(organisation ? "edit.done" : "add.done", { name: name.trim() }),
    refresh: NAMES,
    fieldOf: ({ status }) => (status === STATUS.userExists ? "name" : undefined),
  });
  const title = organisation ? t("edit.title", { name: organisation.name }) : t(`add.${kind}`);
  return (
    <EditDrawer
      title={title}
      {...(!organisation && { action: title })}
      form={form}
      save={save}
      onClose={onClose}
    >
      <TextField label={t("name")} {...form.text("name")} />
      {parent && (
        <SearchField
          form={form}
          name="parentId"
          label={t(parent)}
          help={parent === "agency" ? t("agencyHelp") : t("clientHelp")}
          source={parents(services, parent)}
        />
      )}
      {kind === "agency" && <LogoField form={form} />}
    </EditDrawer>
  );
}

interface Logo {
  name: string;
  parentId: string;
  logo: string;
}

/** The picture becomes part of the form; the portal shows no picture of another server (G-31). */
function LogoField({ form }: { form: FormControl<Logo> }) {
  const { t } = useTranslation("organisations");
  const logo = useValue(form, "logo");
  const upload = useUpload({ call: dataUrl, onDone: (url) => form.set("logo", url ?? "") });
  return (
    <>
      <UploadField
        label={t("logo")}
        upload={upload}
        types={PICTURES}
        maxSize={LARGEST_LOGO}
        error={form.faults.logo}
      />
      {logo && (
        <Flex align="center" gap="3">
          <Image src={logo} alt={t("logo.shown")} boxSize="10" borderRadius="tile" objectFit="contain" />
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              form.set("logo", "");
              upload.cancel();
            }}
          >
            {t("logo.remove")}
          </Button>
        </Flex>
      )}
    </>
  );
}
