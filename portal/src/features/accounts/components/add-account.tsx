import { Tabs } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { STATUS } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { DateField } from "../../../ui/form/date-field";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { PasswordField } from "../../../ui/form/password-field";
import { TextField } from "../../../ui/form/text-field";
import { useForm } from "../../../ui/form/use-form";
import { addAccount, ADDED } from "../queries";
import { useManagesGroups, type Adding } from "./adding";
import { expireDays, faultsOf, MAX_LENGTH } from "./account-rules";
import { GroupField } from "./group-field";
import { OwnPlaceField, PlaceFields } from "./place-fields";

const KINDS = ["account", "corporate"] as const;
type Kind = (typeof KINDS)[number];

const EMPTY = {
  username: "",
  email: "",
  password: "",
  lionId: "",
  agencyId: "",
  clientId: "",
  groupId: "",
  expireDate: "",
};

interface AddAccountProps {
  adding: Adding;
  /** The group that is chosen at first. */
  groupId?: string;
  onClose: () => void;
}

/** Adds an account: a new one with a password, or one of a corporate identity (D-04, E-20, E-21). */
export function AddAccount({ adding, groupId = "", onClose }: AddAccountProps) {
  const { t } = useTranslation(["accounts", "dc"]);
  const services = useServices();
  const [kind, setKind] = useState<Kind>("account");
  const rules = { shape: t("dc:请按规则输入"), characters: t("dc:仅支持编号。大写和小写字母") };
  const manages = useManagesGroups();
  const form = useForm({
    initial: { ...EMPTY, groupId },
    required: adding === "own group" ? ["groupId"] : [],
    check: (values) => faultsOf(kind, values, rules),
  });
  const save = useSave(form, {
    call: (values) => addAccount(services, sentBy(kind, values)),
    done: t("accounts:add.done"),
    // F-50: after a refusal too, because the account that is in the way may be missing in the list that is shown.
    refresh: ADDED,
    fieldOf: ({ status, faults }) =>
      status === STATUS.userExists && faults.length === 0 ? "username" : undefined,
  });
  const [days] = useState(() => expireDays(new Date()));
  const counted = { maxLength: MAX_LENGTH, counted: true, autoComplete: "off", required: true };
  return (
    <EditDrawer
      title={t("accounts:add")}
      action={t("accounts:add")}
      form={form}
      save={save}
      onClose={onClose}
    >
      <Tabs.Root
        value={kind}
        onValueChange={({ value }) => setKind(value as Kind)}
        lazyMount
        unmountOnExit
        unstyled
      >
        <Tabs.List unstyled css={TABS}>
          {KINDS.map((one) => (
            <Tabs.Trigger key={one} value={one} unstyled css={TAB}>
              {t(`accounts:kind.${one}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {KINDS.map((one) => (
          <Tabs.Content key={one} value={one} unstyled css={PANEL}>
            <TextField
              label={t("accounts:username")}
              help={t("accounts:usernameHelp")}
              {...form.text("username")}
              {...counted}
            />
            {one === "corporate" && (
              <TextField
                label={t("accounts:lionId")}
                help={t("accounts:lionIdHelp")}
                {...form.text("lionId")}
                {...counted}
              />
            )}
            <TextField label={t("accounts:email")} type="email" {...form.text("email")} {...counted} />
            {one === "account" && (
              <PasswordField
                label={t("accounts:password.field")}
                help={t("accounts:password.help")}
                autoComplete="new-password"
                {...form.text("password")}
                required
              />
            )}
            {manages && <GroupField form={form} required={adding === "own group"} />}
            {adding === "anywhere" ? <PlaceFields form={form} /> : <OwnPlaceField form={form} />}
            {one === "account" && (
              <DateField
                label={t("accounts:expireDate")}
                help={t("accounts:expireHelp")}
                {...days}
                {...form.text("expireDate")}
              />
            )}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </EditDrawer>
  );
}

/** The values for this kind of account. What was typed for the other kind is not sent. */
function sentBy(kind: Kind, { password, lionId, expireDate, ...shared }: typeof EMPTY) {
  const own = kind === "account" ? { password, expireDate } : { lionId };
  return Object.fromEntries(
    Object.entries({ ...shared, ...own }).filter(([, value]) => value !== ""),
  ) as Partial<typeof EMPTY> & Pick<typeof EMPTY, "username" | "email">;
}

const TABS = {
  display: "flex",
  gap: "1",
  padding: "1",
  marginBottom: "5",
  borderRadius: "control",
  background: "bg.subtle",
};

const TAB = {
  flex: "1",
  minHeight: "9",
  paddingInline: "3",
  border: "1px solid transparent",
  borderRadius: "6px",
  fontSize: "md",
  fontWeight: "medium",
  color: "fg.muted",
  cursor: "pointer",
  // In dark mode a panel is darker than the row of tabs, so an outline shows which one is selected.
  _selected: { background: "bg.panel", color: "accent.fg", borderColor: "accent.fg" },
};

const PANEL = { display: "flex", flexDirection: "column", gap: "5" } as const;
