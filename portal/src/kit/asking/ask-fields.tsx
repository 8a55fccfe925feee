import { Box, Text } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats";
import { ChoiceField } from "../../ui/form/choice-field";
import { DateField } from "../../ui/form/date-field";
import { TextAreaField } from "../../ui/form/text-area-field";
import { useValue } from "../../ui/form/use-form";
import { durations, NO_END, span, UNTIL, usualDuration } from "./duration";
import { Opens } from "./opens";
import type { Wanted } from "./queries";
import type { AskingForm } from "./use-asking";

interface AskFieldsProps {
  form: AskingForm;
  groups: readonly Wanted[];
  /** The chosen one. */
  group: Wanted | undefined;
}

/** Group, reason and duration of a request, and what the group opens (T-17, D-26). */
export function AskFields({ form, groups, group }: AskFieldsProps) {
  const { t } = useTranslation("asking");
  return (
    <>
      <ChoiceField
        form={form}
        name="groupId"
        label={t("ask.group")}
        focused={!group}
        options={groups.map((one) => ({
          value: one.groupId,
          label: one.groupName,
          ...aboutGroup(one, one.groupId === group?.groupId),
        }))}
      />
      <TextAreaField
        label={t("reason")}
        help={t("reason.help")}
        {...(group && { "data-autofocus": true })}
        maxLength={500}
        {...form.text("reason")}
      />
      <Duration form={form} maxDays={group?.maxDays} />
    </>
  );
}

/** Nothing for a group without a description that is not chosen. */
function aboutGroup(group: Wanted, whole: boolean) {
  return group.desc || whole ? { text: <AboutGroup group={group} whole={whole} /> } : {};
}

/** What a group is for, and about the chosen one `whole`: what it opens and who decides. */
function AboutGroup({ group, whole }: { group: Wanted; whole: boolean }) {
  const { t } = useTranslation("asking");
  const { joined } = useFormats();
  const { desc, groupAdmin, adminMsg } = group;
  return (
    <>
      {desc}
      {whole && (
        <Box color="fg" marginTop="2">
          <Box color="fg.muted" marginBottom="1">
            {t("opens")}
          </Box>
          <Opens group={group} most={6} />
          <Text margin="0" marginTop="2">
            {t("approvers", { names: joined(groupAdmin) || t("approvers.none") })}
          </Text>
          {adminMsg && (
            <Text margin="0" color="fg.muted">
              {adminMsg}
            </Text>
          )}
        </Box>
      )}
    </>
  );
}

function Duration({ form, maxDays }: { form: AskingForm; maxDays: number | null | undefined }) {
  const { t } = useTranslation("asking");
  const { number } = useFormats();
  const [today] = useState(() => new Date());
  const chosen = useValue(form, "wantedDays");
  const days = durations(maxDays).map((count) => ({
    value: String(count),
    label: t("days.of", { count, number: number(count) }),
  }));
  return (
    <>
      <ChoiceField
        form={form}
        name="wantedDays"
        label={t("duration")}
        usual={usualDuration(maxDays)}
        chips
        options={[
          ...days,
          ...(maxDays ? [] : [{ value: NO_END, label: t("duration.none") }]),
          { value: UNTIL, label: t("duration.until") },
        ]}
      />
      {chosen === UNTIL && (
        <DateField
          label={t("until")}
          help={t("until.help")}
          {...span(maxDays, today)}
          {...form.text("until")}
        />
      )}
    </>
  );
}
