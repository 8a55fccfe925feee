import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { sentenceGap } from "../../../i18n/marks";
import { AudienceFields } from "../../../kit/audience/audience-fields";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { FormSection } from "../../../ui/form/form-section";
import { MomentField } from "../../../ui/form/moment-field";
import { SelectField } from "../../../ui/form/select-field";
import { TextField } from "../../../ui/form/text-field";
import type { FormControl } from "../../../ui/form/use-form";
import { STATUS } from "../queries";
import type { AnnouncementValues } from "./announcement-values";
import { MarkdownEditor } from "./markdown-editor";

const RIGHT = "operation_access.AnnouncementManagement.AnnouncementList";

interface AnnouncementFieldsProps {
  form: FormControl<AnnouncementValues>;
  /** How many groups of the audience the reader may not see. */
  hiddenGroups?: number;
}

/** Both languages, the times, the audience and the line of the sign-in pages. */
export function AnnouncementFields({ form, hiddenGroups = 0 }: AnnouncementFieldsProps) {
  const { t } = useTranslation(["announcements", "list"]);
  const services = useServices();
  const can = useCan();
  const inZone = t("zone", { zone: services.config.timeZone });
  return (
    <>
      <TextField label={t("title")} maxLength={100} counted {...form.text("title")} />
      <MarkdownEditor form={form} name="content" label={t("content")} required />
      <FormSection title={t("chinese")} form={form} names={["titleZh", "contentZh"]} open>
        <TextField
          label={t("titleZh")}
          help={t("sameIfEmpty")}
          lang="zh-cn"
          maxLength={100}
          counted
          {...form.text("titleZh")}
        />
        <MarkdownEditor form={form} name="contentZh" label={t("contentZh")} lang="zh-cn" />
      </FormSection>
      <MomentField
        label={t("launch")}
        help={`${t("launch.help")}${sentenceGap()}${inZone}`}
        {...form.text("launchTime")}
      />
      <MomentField
        label={t("end")}
        help={`${t("end.help")}${sentenceGap()}${inZone}`}
        {...form.text("endTime")}
      />
      <CheckboxField label={t("mustRead")} help={t("mustRead.help")} {...form.tick("mustRead")} />
      {can(`${RIGHT}.status`) && (
        <SelectField
          label={t("list:status")}
          options={Object.entries(STATUS).map(([value, word]) => ({
            value,
            label: t(`list:status.${word}`),
          }))}
          {...form.text("status")}
        />
      )}
      <AudienceFields form={form} hiddenGroups={hiddenGroups} />
      {can(`${RIGHT}.signin`) && (
        <FormSection
          title={t("line")}
          form={form}
          names={["signInLine", "signInLineZh", "signInFrom", "signInUntil"]}
        >
          <TextField
            label={t("line.text")}
            help={t("line.help")}
            maxLength={100}
            counted
            {...form.text("signInLine")}
          />
          <TextField
            label={t("line.textZh")}
            help={t("sameIfEmpty")}
            lang="zh-cn"
            maxLength={100}
            counted
            {...form.text("signInLineZh")}
          />
          <MomentField label={t("line.from")} help={inZone} {...form.text("signInFrom")} />
          <MomentField label={t("line.until")} help={inZone} {...form.text("signInUntil")} />
        </FormSection>
      )}
    </>
  );
}
