import { Box, Button, Flex, Grid, Skeleton, Text, VisuallyHidden } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../api/failure-text";
import { useServices } from "../../api/services";
import { useAct } from "../use-act";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { DialogFrame } from "../../ui/dialog-frame";
import { agenciesQuery, assignAgency, type Agency } from "./belonging";
import { SearchText } from "../../ui/form/search-text";
import { AgencyTile } from "./agency-tile";

/** With more agencies than this there is a field for a search. */
const MANY = 20;

interface AgencyPickerProps {
  /** Opened because the person has no agency yet. It does not open if there is no agency to choose. */
  first: boolean;
  onClose: () => void;
}

/** D-09, K-40: the agencies, five in a row, then the question. Only the answer to it saves (V-22, T-49). */
export function AgencyPicker({ first, onClose }: AgencyPickerProps) {
  const { t } = useTranslation(["belonging", "dc", "form", "ui"]);
  const { data: agencies, error, refetch } = useQuery(agenciesQuery(useServices()));
  const [chosenId, setChosenId] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [missing, setMissing] = useState(false);
  const fault = useId();
  const current = agencies?.find(({ requested }) => requested) ?? agencies?.find(({ selected }) => selected);
  const chosen = agencies?.find(({ id }) => id === chosenId) ?? current;
  const [sought, setSought] = useState("");
  const isThere = ({ agencyName }: Agency) => agencyName.toLowerCase().includes(sought.trim().toLowerCase());
  const shown = agencies?.filter(isThere) ?? [];
  const nothingToChoose = first && agencies?.length === 0;
  useEffect(() => {
    if (nothingToChoose) onClose();
  }, [nothingToChoose, onClose]);
  if (first && !agencies?.length) return null;
  const ask = () => (chosen ? setAsking(true) : setMissing(true));
  return (
    <>
      <DialogFrame
        title={first ? t("belonging:agency.first") : t("belonging:agency.title")}
        onClose={onClose}
        // Five in a row, each wide enough for "International".
        width="560px"
        footer={
          <>
            <Button variant="outline" onClick={onClose}>
              {t("ui:cancel")}
            </Button>
            <Button onClick={ask}>{t("form:save")}</Button>
          </>
        }
      >
        {error && (
          <Flex role="alert" align="center" gap="3" wrap="wrap">
            {failureText(error)}
            <Button variant="outline" onClick={() => void refetch()}>
              {t("ui:retry")}
            </Button>
          </Flex>
        )}
        {!error && !agencies && <Skeleton height="72" aria-busy="true" />}
        {agencies?.length === 0 && <Text margin="0">{t("belonging:agency.none")}</Text>}
        {missing && !chosen && (
          <Text id={fault} role="alert" margin="0" marginBottom="3" color="danger">
            {t("dc:请选择")}
          </Text>
        )}
        {agencies && agencies.length > MANY && (
          <Box marginBottom="3">
            <SearchText label={t("belonging:agency.search")} value={sought} onText={setSought} />
            <Text role="status" margin="0" color="fg.muted">
              {shown.length === 0 && t("belonging:agency.notFound", { text: sought.trim() })}
            </Text>
          </Box>
        )}
        {agencies && agencies.length > 0 && (
          <Grid
            ref={beginHere}
            as="fieldset"
            // Without a choice the focus is on the group, so that no agency looks chosen.
            {...(!chosen && agencies.length <= MANY && { tabIndex: -1, "data-autofocus": "" })}
            aria-describedby={missing ? fault : undefined}
            templateColumns={{
              base: "repeat(auto-fill, minmax(92px, 1fr))",
              sm: "repeat(5, minmax(0, 1fr))",
            }}
            // The height of a row depends on its tiles, not on the remaining space.
            autoRows="max-content"
            gap="2"
            margin="0"
            padding="1"
            border="0"
            borderRadius="control"
            _focus={{ outline: "2px solid", outlineColor: "focus", outlineOffset: "-2px" }}
            minWidth="0"
            // Room for four rows, which the first agencies fill; more agencies scroll (G-31).
            maxHeight="min(60vh, 32rem)"
            overflowY="auto"
          >
            <VisuallyHidden as="legend">{t("belonging:agency.label")}</VisuallyHidden>
            {shown.map((agency) => (
              <AgencyTile
                key={agency.id}
                agency={agency}
                checked={agency.id === chosen?.id}
                onChoose={() => {
                  setChosenId(agency.id);
                  setMissing(false);
                }}
              />
            ))}
          </Grid>
        )}
      </DialogFrame>
      {asking && chosen && <Question agency={chosen} onBack={() => setAsking(false)} onClose={onClose} />}
    </>
  );
}

/**
 * The agencies may load after the dialog has opened, when the focus is on one of its buttons. Moves the focus to the
 * chosen agency, else to the group or the search.
 */
function beginHere(agencies: HTMLDivElement | null) {
  const dialog = agencies?.closest("[role=dialog]");
  if (!agencies || !dialog?.contains(document.activeElement)) return;
  const first = agencies.matches("[data-autofocus]")
    ? agencies
    : agencies.querySelector<HTMLElement>("[data-autofocus]");
  (first ?? dialog.querySelector<HTMLElement>("input[type=search]"))?.focus();
}

interface QuestionProps {
  agency: Agency;
  onBack: () => void;
  onClose: () => void;
}

function Question({ agency, onBack, onClose }: QuestionProps) {
  const { t } = useTranslation("belonging");
  const services = useServices();
  const [failure, setFailure] = useState<string>();
  const save = useAct(() => assignAgency(services, agency.agencyId), {
    done: agency.needsApproval ? t("agency.asked", { name: agency.agencyName }) : t("success"),
    refresh: ["user", "products", "own-agencies", "own-brands", "agency-requests"],
    onFailure: (error) => setFailure(failureText(error)),
  });
  return (
    <ConfirmDialog
      title={t("agency.question")}
      action={t("confirm")}
      busy={save.busy}
      onConfirm={() => void save.run().then((saved) => saved && onClose())}
      onClose={onBack}
    >
      <Text margin="0" fontWeight="semibold">
        {agency.agencyName}
      </Text>
      <Text margin="0" marginTop="2">
        {agency.needsApproval ? t("agency.approval") : t("agency.consequence")}
      </Text>
      {failure && (
        <Text role="alert" margin="0" marginTop="3" color="danger">
          {failure}
        </Text>
      )}
    </ConfirmDialog>
  );
}
