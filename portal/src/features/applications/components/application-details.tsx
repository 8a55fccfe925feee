import { Button, Flex, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { sentenceGap } from "../../../i18n/marks";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Fact, FactGroup } from "../../../ui/facts";
import { SideDrawer } from "../../../ui/side-drawer";
import { StatusMark } from "../../../ui/status-mark";
import { applicationQuery, type Application } from "../queries";
import { isDeclared, type ApplicationName, type Open } from "./application-actions";
import { DEFAULTS, hasSecret, valuesOf } from "./application-values";
import { applies, SECTIONS, type FieldName } from "./fields";
import { useFieldText } from "./field-text";
import { useFieldWords } from "./field-words";

interface ApplicationDetailsProps {
  application: ApplicationName;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/** All that administrators may see of an application, and what they may do with it. */
export function ApplicationDetails({ application, onOpen, onClose }: ApplicationDetailsProps) {
  const { t } = useTranslation("applications");
  const services = useServices();
  const { data, error, refetch } = useQuery(applicationQuery(services, application.client_id));
  const rights = data?.rights;
  const { name = application.name } = data?.metadata ?? {};
  const enabled = data?.enabled ?? application.enabled;
  const open = (what: "edit" | "status" | "rotate" | "history") => () =>
    onOpen({ what, application: { client_id: application.client_id, name, enabled } });
  return (
    <SideDrawer
      title={name}
      reading
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={open("history")}>
            {t("history")}
          </Button>
          {rights?.secret && (
            <Button variant="outline" onClick={open("rotate")}>
              {t("secret.action")}
            </Button>
          )}
          {rights?.edit && (
            <Button variant="outline" onClick={open("status")} {...(enabled && { color: "danger" })}>
              {enabled ? t("disable") : t("enable")}
            </Button>
          )}
          {rights?.edit && <Button onClick={open("edit")}>{t("edit")}</Button>}
        </>
      }
    >
      {data ? (
        <Facts application={data} />
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={10} height="5" />
      )}
    </SideDrawer>
  );
}

function Facts({ application }: { application: Application }) {
  const { t } = useTranslation("applications");
  const { moment, number } = useFormats();
  const { label, term } = useFieldWords();
  const textOf = useFieldText(application.metadata);
  const { metadata, enabled, source, secrets } = application;
  const values = valuesOf(application.client_id, metadata);
  const isSet = (field: FieldName) =>
    applies(field, values.metadata) && (field === "kind" || !isEmpty(metadata[field], DEFAULTS[field]));
  const groups = SECTIONS.map(({ key, fields }) => ({
    key,
    fields: (fields as readonly FieldName[]).filter((field) => field !== "name" && isSet(field)),
  }));
  return (
    <>
      {isDeclared(application) && <ReadOnly />}
      <FactGroup heading={t("section.application")}>
        <Fact name={t("clientId")}>{application.client_id}</Fact>
        <Fact name={t("status")}>
          <StatusMark look={enabled ? "on" : "off"}>{enabled ? t("enabled") : t("disabled")}</StatusMark>
        </Fact>
        <Fact name={t("source")}>{t(`source.${source}`)}</Fact>
        <Fact name={t("lastUsed")}>
          {application.lastUsedAt ? moment(application.lastUsedAt) : t("neverUsed")}
        </Fact>
        {hasSecret(values) && (
          <Fact name={t("secrets")}>{secrets > 1 ? t("secrets.two") : number(secrets)}</Fact>
        )}
      </FactGroup>
      {groups
        .filter(({ fields }) => fields.length > 0)
        .map(({ key, fields }) => (
          <FactGroup key={key} heading={t(`section.${key}`)}>
            {fields.map((field) => (
              <Fact key={field} name={label(field)} term={term(field)}>
                {textOf(field)}
              </Fact>
            ))}
          </FactGroup>
        ))}
      <Text fontSize="sm" color="fg.muted" marginBottom="0">
        {t("added", { at: moment(application.createdAt) })}
        {sentenceGap()}
        {application.changedBy
          ? t("changedBy", { at: moment(application.changedAt), by: application.changedBy })
          : t("changed", { at: moment(application.changedAt) })}
      </Text>
    </>
  );
}

/** Says why nothing can be changed here. */
function ReadOnly() {
  const { t } = useTranslation("applications");
  return (
    <Flex
      gap="2.5"
      align="baseline"
      padding="3"
      marginBottom="5"
      borderRadius="control"
      background="accent.subtle"
      color="accent.fg"
    >
      <Flex flexShrink="0" transform="translateY(2px)">
        <Info size={16} aria-hidden />
      </Flex>
      {t("declared")}
    </Flex>
  );
}

/** Whether a value is not worth a line: it is missing, or it is a flag that is off. */
function isEmpty(value: unknown, usual: unknown): boolean {
  if (typeof value === "boolean") return value === usual && !value;
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
  );
}
