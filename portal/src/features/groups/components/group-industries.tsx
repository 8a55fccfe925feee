import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { ChosenField } from "../../../kit/chosen-field";
import { useEdited } from "../../../kit/use-edited";
import type { Option } from "../../../kit/use-search";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useValue } from "../../../ui/form/use-form";
import { brandsOfIndustry, changeIndustries, industries, industriesQuery } from "../industry-queries";
import type { GroupName } from "./group-actions";
import { ids } from "./group-values";
import { GROUP_NAMES } from "../queries";

interface GroupIndustriesProps {
  group: GroupName;
  onClose: () => void;
}

interface IndustryValues {
  industries: Option[];
  /** The brands by the id of the industry; if empty, all. */
  brands: Record<string, Option[]>;
}

const NOTHING: IndustryValues = { industries: [], brands: {} };

/** The industries whose data a group is given, and the brands in each (C-091, C-092, C-093). */
export function GroupIndustries({ group: { groupId, groupName: name }, onClose }: GroupIndustriesProps) {
  const { t } = useTranslation("groups");
  const services = useServices();
  const { form, version, current, waiting } = useEdited(industriesQuery(services, groupId), {
    valuesOf: ({ industries: all, brands }) => ({ industries: all, brands }),
    nothing: NOTHING,
    rules: () => ({}),
  });
  const chosen = useValue(form, "industries");
  const save = useSave(form, {
    call: async ({ industries: all, brands }, how) =>
      changeIndustries(
        services,
        groupId,
        await version(how),
        all.map(({ value }) => ({ industryId: value, brandIds: ids(brands[value] ?? []) })),
      ),
    current,
    done: t("industries.done", { name }),
    refresh: GROUP_NAMES,
  });
  return (
    <EditDrawer
      title={t("industries.title", { name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      <ChosenField
        form={form}
        name="industries"
        label={t("industries")}
        help={t("industries.help")}
        source={industries(services, groupId)}
      />
      {chosen.map(({ value, label }) => (
        <ChosenField
          key={value}
          form={form}
          name={`brands.${value}`}
          label={t("industries.brands", { industry: label })}
          help={t("industries.brandsHelp")}
          source={brandsOfIndustry(services, groupId, value)}
        />
      ))}
    </EditDrawer>
  );
}
