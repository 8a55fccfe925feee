import { Box, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { Question } from "../../../kit/question";
import { CopyBox } from "../../../ui/copy-box";
import { SideDrawer } from "../../../ui/side-drawer";
import { deleteProvider, NAMES, switchProvider, type Provider } from "../queries";
import { EditProvider } from "./edit-provider";
import { wordOf, type Open } from "./open";
import { TestProvider } from "./test-provider";

interface OneProps {
  provider: Provider;
  onClose: () => void;
}

/** The drawers and questions of the page, fetched with the first that is opened. */
export default function ProviderParts({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open.what) {
    case "edit":
      return <EditProvider provider={open.provider} typed={open.typed} onClose={onClose} />;
    case "switch":
      return <SwitchProvider provider={open.provider} onClose={onClose} />;
    case "delete":
      return <DeleteProvider provider={open.provider} onClose={onClose} />;
    case "test":
      return <TestProvider provider={open.provider} onClose={onClose} />;
    case "addresses":
      return <Addresses provider={open.provider} onClose={onClose} />;
  }
}

function SwitchProvider({ provider: { id, label, state }, onClose }: OneProps) {
  const { t } = useTranslation("providers");
  const services = useServices();
  useErrand(wordOf("switch", id));
  const enabled = state !== "off";
  const word = enabled ? "off" : "on";
  return (
    <Question
      title={t(`switch.${word}.question`, { name: label })}
      action={t(`switch.${word}`)}
      destructive={enabled}
      call={() => switchProvider(services, id, !enabled)}
      done={t(`switch.${word}.done`, { name: label })}
      refresh={NAMES}
      onClose={onClose}
    >
      {t(`switch.${word}.consequence`)}
    </Question>
  );
}

function DeleteProvider({ provider: { id, label, identities }, onClose }: OneProps) {
  const { t } = useTranslation("providers");
  const services = useServices();
  useErrand(wordOf("delete", id));
  return (
    <Question
      title={t("delete.question", { name: label })}
      action={t("delete")}
      destructive
      call={() => deleteProvider(services, id)}
      done={t("delete.done", { name: label })}
      refresh={NAMES}
      onClose={onClose}
    >
      {t("delete.consequence", { count: identities })}
    </Question>
  );
}

/** What to register at the provider. */
function Addresses({ provider, onClose }: OneProps) {
  const { t } = useTranslation("providers");
  const addresses = [
    [t("address.redirect"), provider.redirectUri],
    [t("address.backchannel"), provider.backchannelLogoutUri],
    [t("address.postLogout"), provider.postLogoutRedirectUri],
  ] as const;
  return (
    <SideDrawer title={t("addresses.title", { name: provider.label })} reading onClose={onClose}>
      <Text margin="0">{t("addresses.what")}</Text>
      {addresses.map(([name, address]) => (
        <Box key={name} marginTop="5">
          <Text margin="0" marginBottom="1.5" fontWeight="medium">
            {name}
          </Text>
          <CopyBox text={address} label={name} />
        </Box>
      ))}
    </SideDrawer>
  );
}
