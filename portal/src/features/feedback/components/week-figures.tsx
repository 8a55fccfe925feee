import { Box } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../ui/lazy/lazy-part";

const WeekPlot = lazyPart(() => import("./week-plot"));

/** Folded figures above the list: how much there is by category and week. */
export function WeekFigures() {
  const { t } = useTranslation("feedback");
  const [open, setOpen] = useState(false);
  return (
    <Box as="details" marginBottom="4" onToggle={({ currentTarget }) => setOpen(isOpen(currentTarget))}>
      <Box as="summary" width="fit-content" cursor="pointer" fontSize="md" fontWeight="medium">
        {t("weeks")}
      </Box>
      {open && <WeekPlot />}
    </Box>
  );
}

function isOpen(element: Element): boolean {
  return element instanceof HTMLDetailsElement && element.open;
}
