import { Box, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../../access/nav";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { OpenLink } from "../../../kit/open-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { useOpened, type Opened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { PageHeader } from "../../../ui/page-header";
import { Part } from "../../../ui/part";
import { useJobWords } from "../components/job-words";
import { mailsQuery, type MailRow } from "../queries";

interface Open {
  what: "sample";
  mail: MailRow;
}

const MailSample = lazyPart(() => import("../components/mail-sample"));

/** All emails that the server sends: when, with which subject, and how they read. */
export default function MailsPage() {
  const { t, i18n } = useTranslation("jobs");
  const { number } = useFormats();
  const { data, error, refetch } = useQuery(mailsQuery(useServices(), i18n.language));
  const opened = useOpened<Open, "sample">({
    name: "mail",
    views: ["sample"],
    idOf: ({ mail }) => mail.message,
  });
  return (
    <>
      <PageHeader title={usePageTitle()} {...(data && { count: number(data.length) })} />
      {data ? (
        <Part heading={t("mail.all")}>
          <Text margin="0" marginBottom="3">
            {t("mail.what")}
          </Text>
          <Box as="ul" listStyleType="none" margin="0" padding="0">
            {data.map((mail) => (
              <OneMail key={mail.message} mail={mail} opened={opened} />
            ))}
          </Box>
        </Part>
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={10} height="12" />
      )}
      <OpenedParts<Open, "sample", MailRow>
        opened={opened}
        openOf={(what, mail) => ({ what, mail })}
        rows={data}
        rowKey={({ message }) => message}
      >
        {({ mail }) => <MailSample mail={mail} onClose={opened.onClose} />}
      </OpenedParts>
    </>
  );
}

function OneMail({ mail, opened }: { mail: MailRow; opened: Opened<Open, "sample"> }) {
  const { message: nameOf } = useJobWords();
  return (
    <Box
      as="li"
      paddingBlock="3"
      display="grid"
      gridTemplateColumns={{ base: "1fr", md: "1fr 1fr" }}
      gapX="5"
      gapY="1"
      borderTop="1px solid"
      borderColor="border"
    >
      <Box minWidth="0">
        <OpenLink opened={opened} open={{ what: "sample", mail }}>
          {nameOf(mail.message)}
        </OpenLink>
        <Text margin="0" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {mail.subject}
        </Text>
      </Box>
      <Text margin="0">{mail.when}</Text>
    </Box>
  );
}
