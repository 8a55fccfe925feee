import { Button, Flex } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../access/user";
import { PersonPicture } from "../../../kit/person-picture";
import { isKept } from "../../../kit/picture-address";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { DateField } from "../../../ui/form/date-field";
import { FormSection } from "../../../ui/form/form-section";
import { SelectField } from "../../../ui/form/select-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import type { Account } from "../queries";
import { expireDays, MAX_LENGTH } from "./account-rules";
import type { AccountValues } from "./account-values";
import { useClaimGroups, type ClaimName } from "./claims";
import { PlaceFields } from "./place-fields";

interface EditSectionsProps {
  form: FormControl<AccountValues>;
  account: Account;
}

/** All fields of an account, in sections. Those that are rarely needed are closed at first. */
export function EditSections({ form, account }: EditSectionsProps) {
  const { t } = useTranslation("accounts");
  const claimGroups = useClaimGroups();
  const { rights } = account;
  const [days] = useState(() => expireDays(new Date()));
  const languages = [
    { value: "en-us", label: "English" },
    { value: "zh-cn", label: "中文" },
  ];
  const isOwn = useUser()?.id === account.userId;
  const closed = { disabled: true as const, help: isOwn ? t("lockedOwn") : t("locked") };
  const locked = rights.signIn ? {} : closed;
  return (
    <>
      <FormSection
        title={t("group.signIn")}
        form={form}
        names={["fullName", "email", "lionId", "expireDate"]}
        open
      >
        <TextField label={t("username")} value={account.username} disabled help={t("usernameFixed")} />
        <TextField label={t("fullName")} maxLength={MAX_LENGTH} {...form.text("fullName")} />
        <TextField label={t("email")} type="email" {...locked} {...form.text("email")} />
        <CheckboxField label={t("emailVerified")} {...locked} {...form.tick("emailVerified")} />
        <TextField label={t("lionId")} maxLength={MAX_LENGTH} {...locked} {...form.text("lionId")} />
        <DateField
          label={t("expireDate")}
          help={t("expireHelp")}
          {...days}
          {...locked}
          {...form.text("expireDate")}
        />
        <SelectField
          label={t("language")}
          placeholder={t("languageOwn")}
          options={languages}
          {...form.text("lang")}
        />
      </FormSection>
      <FormSection
        title={t("group.place")}
        form={form}
        names={["agencyId", "clientId", "brandId", "supAdmin"]}
        open
      >
        <PlaceFields form={form} brand locked={rights.place ? undefined : closed} />
        <CheckboxField label={t("userManager")} {...form.tick("userManager")} />
        {rights.supAdmin && (
          <CheckboxField label={t("supAdmin")} help={t("supAdminHelp")} {...form.tick("supAdmin")} />
        )}
      </FormSection>
      {claimGroups.map(({ key, claims }) => (
        <FormSection
          key={key}
          title={t(`group.${key}`)}
          form={form}
          names={claims.map((name) => `claims.${name}` as const)}
        >
          {claims.map((name: ClaimName) => {
            const field = { label: t(`claim.${name}`), ...form.text(`claims.${name}`) };
            if (name === "address.formatted" || name === "address.street_address")
              return <TextAreaField key={name} rows={3} {...field} />;
            if (name === "picture") return <PictureField key={name} form={form} />;
            return <TextField key={name} {...helpOf(name)} {...field} />;
          })}
          {key === "contact" && (
            <CheckboxField label={t("phoneVerified")} {...form.tick("claims.phone_number_verified")} />
          )}
        </FormSection>
      ))}
    </>
  );
}

/** An uploaded picture can only be removed; another one is an address. */
function PictureField({ form }: Pick<EditSectionsProps, "form">) {
  const { t } = useTranslation("accounts");
  const picture = useValue(form, "claims.picture");
  const field = { label: t("claim.picture"), ...form.text("claims.picture") };
  if (!isKept(picture)) return <TextField {...helpOf("picture")} {...field} />;
  return (
    <Flex align="center" gap="3">
      <PersonPicture name="" picture={picture} size="16" />
      <Button variant="outline" size="sm" onClick={() => form.set("claims.picture", "")}>
        {t("claim.picture.remove")}
      </Button>
    </Flex>
  );
}

/** An example, for claims whose format is not clear from their name. */
function helpOf(name: ClaimName): { placeholder?: string; type?: string } {
  switch (name) {
    case "phone_number":
      return { placeholder: "+86 21 5555 0100", type: "tel" };
    case "birthdate":
      return { placeholder: "1990-12-31" };
    case "zoneinfo":
      return { placeholder: "Asia/Shanghai" };
    case "locale":
      return { placeholder: "zh-CN" };
    case "profile":
    case "website":
    case "picture":
      return { placeholder: "https://", type: "url" };
    default:
      return {};
  }
}
