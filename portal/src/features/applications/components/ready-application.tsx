import { Box, Button, Heading, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { beginsWith } from "../../../kit/beginning";
import { CopyBox } from "../../../ui/copy-box";
import { DialogFrame } from "../../../ui/dialog-frame";
import type { Made } from "./application-actions";
import { textsIn } from "./application-values";
import { originOf } from "./presets";
import { SnippetTabs } from "./snippet-tabs";
import { discoveryOf, launchAddress, snippetsOf, type Wiring } from "./snippets";

const PRODUCTS = "/operation-access/product-list";

/** What the developer of an application that was just added enters there, and what comes next here. */
export function ReadyApplication({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation(["applications", "ui"]);
  const { issuer } = useServices().config;
  const addsProducts = useCan()("operation_access.ProductManagement.ProductList.add");
  const { preset, secret } = made;
  const { metadata } = made.values;
  const wiring = wiringOf(made, issuer);
  const name = metadata.name.trim();
  const isLegacy = preset === "legacy";
  const values = [
    ...(isLegacy
      ? [{ label: t("applications:ready.launch"), text: launchAddress(wiring) }]
      : [
          { label: t("applications:ready.issuer"), text: issuer },
          { label: t("applications:ready.clientId"), text: made.clientId },
          ...(secret ? [{ label: t("applications:secret"), text: secret }] : []),
          { label: t("applications:ready.discovery"), text: discoveryOf(issuer) },
        ]),
  ];
  const access = metadata.access === "product" || metadata.access === "everyone" ? metadata.access : "open";
  return (
    <DialogFrame
      role="alertdialog"
      title={t("applications:ready", { name })}
      width="640px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("ui:close")}
          </Button>
          {addsProducts && preset !== "service" && (
            <Button asChild>
              <Link to={`${PRODUCTS}?new=`} state={beginsWith("product", cardOf(made))}>
                {t("applications:ready.toProducts")}
              </Link>
            </Button>
          )}
        </>
      }
    >
      <Text margin="0">{isLegacy ? t("applications:ready.whatLegacy") : t("applications:ready.what")}</Text>
      {values.map(({ label, text }) => (
        <Box key={label} marginTop="3">
          <Text margin="0 0 4px" fontSize="sm" fontWeight="medium">
            {label}
          </Text>
          <CopyBox text={text} label={label} />
          {text === secret && (
            <Text margin="4px 0 0" fontSize="sm" color="fg.muted">
              {t("applications:secret.once")}
            </Text>
          )}
        </Box>
      ))}
      <Heading as="h3" size="sm" marginTop="5" marginBottom="2">
        {t("applications:snippet")}
      </Heading>
      <SnippetTabs
        snippets={snippetsOf(preset, wiring)}
        note={preset === "web" ? { java: t("applications:snippet.spring") } : {}}
      />
      {preset !== "service" && (
        <>
          <Heading as="h3" size="sm" marginTop="5" marginBottom="2">
            {t("applications:ready.who")}
          </Heading>
          <Text margin="0">{t(`applications:ready.who.${access}`)}</Text>
        </>
      )}
    </DialogFrame>
  );
}

function wiringOf({ clientId, values: { metadata } }: Made, issuer: string): Wiring {
  const { legacy, redirect_uris: uris, scopes } = metadata;
  const [origin = ""] = textsIn(legacy.callback_origins);
  const [uri = ""] = textsIn(uris);
  return {
    issuer,
    clientId,
    redirectUri: metadata.kind === "legacy" ? `${origin}/` : uri,
    scope: scopes.trim(),
    appName: legacy.app_name.trim(),
  };
}

/** The card that opens it: at the home page of the application if it names one, else at the origin of its address. */
function cardOf({ clientId, values: { metadata } }: Made) {
  const isLegacy = metadata.kind === "legacy";
  const [first = ""] = textsIn(isLegacy ? metadata.legacy.callback_origins : metadata.redirect_uris);
  const origin = metadata.application_type === "native" ? undefined : originOf(first);
  const name = metadata.name.trim();
  return {
    name,
    appName: isLegacy ? metadata.legacy.app_name.trim() : codeOf(name),
    link: metadata.client_uri.trim() || (origin ? `${origin}/` : ""),
    applicationId: clientId,
  };
}

/** A code as products have it, from a name; empty if no letter of the name may stand in a code. */
function codeOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]+/g, "");
}
