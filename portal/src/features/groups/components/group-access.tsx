import { Button, Skeleton, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { sentenceGap } from "../../../i18n/marks";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { RightsField } from "../../../kit/rights-field";
import { SearchField } from "../../../kit/search-field";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { ACCESS_NAMES, accessQuery, changeAccess, rightsOfProduct, type GroupRight } from "../inside-queries";
import { products } from "../queries";
import type { GroupName } from "./group-actions";

interface AccessValues {
  /** The product whose access rights are shown. */
  productId: string;
  /**
   * The ids of all access rights, of every product, that the group gives once everything is
   * confirmed.
   */
  accessIds: string[];
}

interface GroupAccessProps {
  group: GroupName;
  onClose: () => void;
}

type Products = { appId: number; name: string; accesses: GroupRight[] }[];
const gives = ({ state }: GroupRight) => state !== "removed";
const NOTHING: AccessValues = { productId: "", accessIds: [] };

/**
 * The access rights that a group gives, product by product. Changes wait to be confirmed (C-077,
 * C-084).
 */
export function GroupAccess({ group: { groupId, groupName: name }, onClose }: GroupAccessProps) {
  const { t } = useTranslation("groups");
  const services = useServices();
  const { base, begun, form, version, current, waiting } = useEdited(accessQuery(services, groupId), {
    valuesOf: ({ products: all }) => ({
      productId: all[0] ? String(all[0].appId) : "",
      accessIds: all.flatMap(({ accesses }) => accesses.filter(gives).map(({ accessId }) => accessId)),
    }),
    nothing: NOTHING,
    rules: () => ({}),
  });
  const save = useSave(form, {
    call: async ({ accessIds }, how) =>
      changeAccess(services, groupId, await version(how), {
        addAccessIds: accessIds.filter((id) => !begun.accessIds.includes(id)),
        removeAccessIds: begun.accessIds.filter((id) => !accessIds.includes(id)),
      }),
    current,
    done: t("access.done", { name }),
    refresh: ACCESS_NAMES,
  });
  return (
    <EditDrawer
      title={t("access.title", { name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      {base && <Rights form={form} groupId={groupId} all={base.products} />}
    </EditDrawer>
  );
}

interface RightsProps {
  form: FormControl<AccessValues>;
  groupId: string;
  all: Products;
}

/** The access rights of the chosen product, to tick. */
function Rights({ form, groupId, all }: RightsProps) {
  const { t } = useTranslation(["groups", "ui"]);
  const services = useServices();
  const projectId = Number(useValue(form, "productId"));
  const accessIds = useValue(form, "accessIds");
  const { data, error, refetch } = useQuery(rightsOfProduct(services, projectId, groupId));
  const source = products(services);
  const ofProduct = new Set(data?.flatMap(({ access }) => access.map(({ accessId }) => accessId)));
  const set = (next: string[]) =>
    form.set("accessIds", [...accessIds.filter((id) => !ofProduct.has(id)), ...next]);
  return (
    <>
      <SearchField
        form={form}
        name="productId"
        label={t("groups:product")}
        help={t("groups:access.product")}
        source={{
          ...source,
          find: async (value, signal) => {
            const known = all.find(({ appId }) => String(appId) === value);
            if (known) return { value, label: known.name };
            return (await source.search("", signal)).find((option) => option.value === value);
          },
        }}
      />
      {projectId > 0 && !data && !error && <Skeleton height="40" aria-busy="true" />}
      {error && (
        <Text margin="0" role="alert">
          {failureText(error)}
          {sentenceGap()}
          <Button variant="plain" onClick={() => void refetch()}>
            {t("ui:retry")}
          </Button>
        </Text>
      )}
      {data && (
        <RightsField
          label={t("groups:access")}
          help={t("groups:access.help")}
          modules={data}
          chosen={accessIds.filter((id) => ofProduct.has(id))}
          onChange={set}
        />
      )}
    </>
  );
}
