import { Tabs } from "@chakra-ui/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { STATUS } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { DateField } from "../../../ui/form/date-field";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { PasswordField } from "../../../ui/form/password-field";
import { TextField } from "../../../ui/form/text-field";
import { useForm, useValue, type FormControl } from "../../../ui/form/use-form";
import { SEGMENT, SEGMENTS } from "../../../ui/segment-look";
import { addAccount, ADDED } from "../queries";
import { useManagesGroups, type Adding } from "./adding";
import { expireDays, faultsOf, MAX_LENGTH, type NewWay } from "./account-rules";
import { GroupField } from "./group-field";
import { OwnPlaceField, PlaceFields } from "./place-fields";
import { proposedName } from "./proposed-name";
import { WayField, type Way } from "./way-field";

const KINDS = ["account", "corporate"] as const;
type Kind = (typeof KINDS)[number];

const EMPTY = {
  fullName: "",
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
  /** Shows the account with this id; missing where accounts are not shown. */
  onShow?: (userId: string) => void;
  onClose: () => void;
}

/** Adds an account: a new one, whose owner chooses the password, or one of a corporate identity (D-04, E-20, E-21). */
export function AddAccount({ adding, groupId = "", onShow, onClose }: AddAccountProps) {
  const { t } = useTranslation(["accounts", "dc"]);
  const services = useServices();
  const [kind, setKind] = useState<Kind>("account");
  const [chosen, setChosen] = useState<Way>("link");
  const way = kind === "corporate" ? kind : chosen;
  const empty = {
    username: t("accounts:empty.username"),
    email: t("accounts:empty.email"),
    password: t("accounts:empty.password"),
    lionId: t("accounts:empty.lionId"),
  };
  const rules = { shape: t("dc:请按规则输入"), characters: t("dc:仅支持编号。大写和小写字母"), empty };
  const manages = useManagesGroups();
  const form = useForm({
    initial: { ...EMPTY, groupId },
    required: adding === "own group" ? ["groupId"] : [],
    check: (values) => faultsOf(way, values, rules),
  });
  useProposedName(form);
  const recheck = useEffectEvent(() => {
    // The fields of the other way may have faults that nobody sees.
    if (form.failures > 0) void form.hook.trigger();
  });
  useEffect(() => recheck(), [way]);
  const nameOf = () => form.hook.getValues("fullName").trim() || form.hook.getValues("username").trim();
  const save = useSave(form, {
    call: (values) => addAccount(services, sentBy(way, values)),
    done: ({ welcomeSent }) =>
      t(welcomeSent ? "accounts:add.welcomed" : "accounts:add.done", { name: nameOf() }),
    offer: ({ userId }) => onShow && { text: t("accounts:add.open"), run: () => onShow(userId) },
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
        <Tabs.List unstyled css={SEGMENTS}>
          {KINDS.map((one) => (
            <Tabs.Trigger key={one} value={one} unstyled css={SEGMENT}>
              {t(`accounts:kind.${one}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {KINDS.map((one) => (
          <Tabs.Content key={one} value={one} unstyled css={PANEL}>
            <TextField
              label={t("accounts:fullName")}
              maxLength={MAX_LENGTH}
              autoComplete="off"
              {...form.text("fullName")}
            />
            <TextField
              label={t("accounts:username")}
              rule={t("accounts:usernameHelp")}
              {...form.text("username")}
              {...counted}
            />
            {one === "corporate" && (
              <TextField
                label={t("accounts:lionId")}
                rule={t("accounts:lionIdHelp")}
                {...form.text("lionId")}
                {...counted}
              />
            )}
            <TextField label={t("accounts:email")} type="email" {...form.text("email")} {...counted} />
            {one === "account" && <WayField chosen={chosen} onChoose={setChosen} />}
            {one === "account" && chosen === "password" && (
              <PasswordField
                label={t("accounts:password.field")}
                rule={t("accounts:password.help")}
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

/** Fills in an account name for the full name, as long as nobody has typed another one. */
function useProposedName(form: FormControl<typeof EMPTY>) {
  const fullName = useValue(form, "fullName");
  const last = useRef("");
  const propose = useEffectEvent((name: string) => {
    if (form.hook.getValues("username") !== last.current) return;
    last.current = name;
    form.set("username", name);
  });
  useEffect(() => propose(proposedName(fullName)), [fullName]);
}

/** The values for this way in. What was typed for another one is not sent. */
function sentBy(way: NewWay, { password, lionId, expireDate, ...shared }: typeof EMPTY) {
  const own = {
    link: { expireDate },
    password: { password, expireDate },
    corporate: { lionId },
  }[way];
  const typed = Object.fromEntries(
    Object.entries({ ...shared, ...own }).filter(([, value]) => value !== ""),
  ) as Partial<typeof EMPTY> & Pick<typeof EMPTY, "username" | "email">;
  return { ...typed, ...(way === "link" && { choosesPassword: true }) };
}

const PANEL = { display: "flex", flexDirection: "column", gap: "5" } as const;
