import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { STATUS as ANSWERS } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import { products } from "../../../kit/sources";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { SelectField } from "../../../ui/form/select-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import { useForm } from "../../../ui/form/use-form";
import { addModule, NAMES, OFF, ON, STATUS, updateModule, type ModuleRow } from "../queries";

interface EditModuleProps {
  /** The module to change; without it one is added. */
  module: ModuleRow | undefined;
  onClose: () => void;
}

/** Changes a module, or adds one to a product (S-20, C-027, C-028). */
export function EditModule({ module, onClose }: EditModuleProps) {
  const { t } = useTranslation("modules");
  const services = useServices();
  const seesAll = useCan()("operation_access.ProductManagement.ModuleList.view");
  const form = useForm({
    initial: {
      projectId: module ? String(module.projectId) : "",
      moduleName: module?.moduleName ?? "",
      moduleCode: module?.moduleCode ?? "",
      desc: module?.desc ?? "",
      sort: String(module?.sort ?? 0),
      status: String(module?.status ?? ON),
    },
    required: ["projectId", "moduleName", "moduleCode", "sort"],
    check: ({ sort }) => (/^-?\d{1,9}$/.test(sort.trim()) ? {} : { sort: t("order.wrong") }),
  });
  const save = useSave(form, {
    call: ({ projectId, sort, status, ...texts }, { overwrite }) => {
      const wanted: ModuleRow["status"] = status === String(ON) ? ON : OFF;
      const fields = { ...texts, sort: Number(sort), status: wanted };
      if (!module) return addModule(services, { projectId: Number(projectId), ...fields });
      const { moduleId, version } = module;
      return updateModule(services, { moduleId, ...(!overwrite && { version }), ...fields });
    },
    done: (_, { moduleName }) => t(module ? "edit.done" : "add.done", { name: moduleName.trim() }),
    refresh: NAMES,
    fieldOf: ({ status }) => (status === ANSWERS.userExists ? "moduleCode" : undefined),
  });
  const title = module ? t("edit.title", { name: module.moduleName }) : t("add");
  return (
    <EditDrawer
      title={title}
      form={form}
      save={save}
      onClose={onClose}
      {...(!module && { action: t("add") })}
    >
      {!module && (
        <SearchField
          form={form}
          name="projectId"
          label={t("product")}
          required
          source={products(services, !seesAll)}
        />
      )}
      <TextField label={t("name")} maxLength={100} counted {...form.text("moduleName")} />
      <TextField label={t("code")} help={t("codeHelp")} maxLength={100} {...form.text("moduleCode")} />
      <TextAreaField label={t("desc")} rows={3} maxLength={1000} {...form.text("desc")} />
      <TextField
        label={t("order")}
        help={t("orderHelp")}
        inputMode="numeric"
        maxWidth="52"
        {...form.text("sort")}
      />
      <SelectField
        label={t("status")}
        options={Object.entries(STATUS).map(([value, word]) => ({ value, label: t(`status.${word}`) }))}
        {...form.text("status")}
      />
    </EditDrawer>
  );
}
