import { useTranslation } from "react-i18next";
import { STATUS } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import { useSave } from "../../../kit/use-save";
import { agencies, clients } from "../../../kit/sources";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { TextField } from "../../../ui/form/text-field";
import { useForm, useValue } from "../../../ui/form/use-form";
import { accounts, addMapping, updateMapping, type Mapping } from "../queries";

/** Changes the meaning of a code, or adds a mapping if there is none. Code and name of a mapping stay (G-49). */
export function EditMapping({ mapping, onClose }: { mapping: Mapping | undefined; onClose: () => void }) {
  const { t } = useTranslation("iris");
  const services = useServices();
  const form = useForm({
    initial: {
      irisCode: mapping?.irisCode ?? "",
      irisName: mapping?.irisName ?? "",
      agencyId: mapping?.agencyId ?? "",
      clientId: mapping?.clientId ?? "",
      userId: mapping?.userId ?? "",
    },
    required: mapping ? [] : ["irisCode", "irisName"],
  });
  const agencyId = useValue(form, "agencyId");
  const save = useSave(form, {
    call: ({ irisCode, irisName, ...place }, { overwrite }) =>
      mapping
        ? updateMapping(services, {
            id: mapping.id,
            ...(!overwrite && { version: mapping.version }),
            ...place,
          })
        : addMapping(services, { irisCode, irisName, ...place }),
    done: (_, { irisCode }) => t(mapping ? "edit.done" : "add.done", { code: irisCode.trim() }),
    refresh: ["iris"],
    fieldOf: ({ status }) => (status === STATUS.userExists ? "irisCode" : undefined),
  });
  const title = mapping ? t("edit.title", { code: mapping.irisCode }) : t("add");
  return (
    <EditDrawer title={title} {...(!mapping && { action: title })} form={form} save={save} onClose={onClose}>
      {!mapping && (
        <>
          <TextField label={t("code")} help={t("codeHelp")} {...form.text("irisCode")} />
          <TextField label={t("name")} {...form.text("irisName")} />
        </>
      )}
      <SearchField
        form={form}
        name="agencyId"
        label={t("agency")}
        source={agencies(services)}
        onChoose={() => form.set("clientId", "")}
      />
      <SearchField form={form} name="clientId" label={t("client")} source={clients(services, agencyId)} />
      <SearchField
        form={form}
        name="userId"
        label={t("account")}
        help={t("accountHelp")}
        source={accounts(services, mapping)}
      />
    </EditDrawer>
  );
}
