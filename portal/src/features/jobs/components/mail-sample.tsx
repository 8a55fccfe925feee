import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { BusyButton } from "../../../ui/busy-button";
import { Fact, FactGroup } from "../../../ui/facts";
import { SideDrawer } from "../../../ui/side-drawer";
import { sendSample, type MailRow } from "../queries";
import { useJobWords } from "./job-words";

/** One email with sample values. Its HTML would need styles that the policy of this page forbids, so its text is shown. */
export default function MailSample({ mail, onClose }: { mail: MailRow; onClose: () => void }) {
  const { t } = useTranslation("jobs");
  const services = useServices();
  const { message: nameOf } = useJobWords();
  const send = useAct(() => sendSample(services, mail.message), {
    done: ({ recipient }) => t("sample.sent", { to: recipient }),
    refresh: ["jobs", "job-overview"],
  });
  return (
    <SideDrawer
      title={nameOf(mail.message)}
      reading
      onClose={onClose}
      footer={
        <BusyButton busy={send.busy} onClick={() => void send.run()}>
          {t("sample.send")}
        </BusyButton>
      }
    >
      <FactGroup heading={t("sample.about")}>
        <Fact name={t("mail.when")}>{mail.when}</Fact>
        <Fact name={t("mail.subject")}>{mail.subject}</Fact>
      </FactGroup>
      <Box
        background="bg.muted"
        border="1px solid"
        borderColor="border"
        borderRadius="card"
        padding="4"
        overflowWrap="anywhere"
        whiteSpace="pre-wrap"
      >
        {mail.text.trim()}
      </Box>
    </SideDrawer>
  );
}
