import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useEdited } from "../../../kit/use-edited";
import { isKept } from "../../../kit/picture-address";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { SelectField } from "../../../ui/form/select-field";
import { TextField } from "../../../ui/form/text-field";
import { profileQuery, saveProfile, type OwnProfile } from "../profile-queries";

const NOTHING = { nickname: "", picture: "", website: "", profile: "", zoneinfo: "" };
const valuesOf = ({ nickname, picture, website, profile, zoneinfo }: OwnProfile) => ({
  nickname,
  picture,
  website,
  profile,
  zoneinfo,
});

/** What applications may show about the person, as the person sets it (OpenID Connect Core section 5.1). */
export function EditClaims({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const edited = useEdited(profileQuery(services), { valuesOf, nothing: NOTHING, rules: () => ({}) });
  const { form, begun, current, waiting } = edited;
  const save = useSave(form, {
    call: async (values, how) => saveProfile(services, { version: await edited.version(how), ...values }),
    current,
    done: t("claims.done"),
    refresh: ["own-profile", "user"],
  });
  return (
    <EditDrawer title={t("claims.edit")} form={form} save={save} onClose={onClose} waiting={waiting}>
      <TextField
        label={t("claims.nickname")}
        maxLength={100}
        autoComplete="nickname"
        {...form.text("nickname")}
      />
      {begun.picture !== "" && !isKept(begun.picture) && (
        <Address label={t("claims.picture")} binding={form.text("picture")} />
      )}
      <Address label={t("claims.website")} binding={form.text("website")} />
      <Address label={t("claims.profile")} binding={form.text("profile")} />
      <SelectField
        label={t("claims.zoneinfo")}
        placeholder={t("claims.noZone")}
        options={zonesWith(begun.zoneinfo).map((zone) => ({ value: zone, label: zone }))}
        {...form.text("zoneinfo")}
      />
    </EditDrawer>
  );
}

interface AddressProps {
  label: string;
  binding: Omit<Parameters<typeof TextField>[0], "label">;
}

function Address({ label, binding }: AddressProps) {
  const { t } = useTranslation("account");
  return <TextField label={label} help={t("claims.https")} type="url" maxLength={2000} {...binding} />;
}

/** The zones that the browser knows, and the stored one. */
function zonesWith(stored: string): string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return stored && !known.includes(stored) ? [stored, ...known] : known;
}
