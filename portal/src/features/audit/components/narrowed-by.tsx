import { Button, Flex } from "@chakra-ui/react";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAuditWords, type AuditEntry } from "../../../kit/history/audit-words";
import type { TableControl } from "../../../ui/table/use-table-state";
import type { Filters } from "../filters";

interface NarrowedByProps {
  control: TableControl;
  /** An entry of the list, all of which share what it is narrowed by: it tells names where the address has ids. */
  example: AuditEntry | undefined;
}

/** What the list is narrowed by that has no field in the filter bar, each with its way out. */
export function NarrowedBy({ control, example }: NarrowedByProps) {
  const { t } = useTranslation("audit");
  const { party, objectKind } = useAuditWords();
  const { actorId, objectKind: kind, objectId, address }: Filters = control.state.filters;
  const actor = example?.actor?.id === actorId ? example?.actor : undefined;
  const object = example?.object?.id === objectId ? example?.object : undefined;
  const chips: { text: string; clear: Record<string, string> }[] = [
    ...(actorId
      ? [{ text: t("chip.actor", { name: actor ? party(actor) : actorId }), clear: { actorId: "" } }]
      : []),
    ...(objectId
      ? [
          {
            text: t("chip.object", { name: `${objectKind(kind ?? "")} ${object?.name ?? objectId}` }),
            clear: { objectKind: "", objectId: "" },
          },
        ]
      : []),
    ...(address ? [{ text: t("chip.address", { address }), clear: { address: "" } }] : []),
  ];
  if (chips.length === 0) return null;
  return (
    <Flex gap="2" wrap="wrap" marginBottom="4">
      {chips.map(({ text, clear }) => (
        <Button
          key={text}
          variant="outline"
          size="sm"
          borderRadius="full"
          borderColor="border"
          background="bg.subtle"
          maxWidth="full"
          whiteSpace="normal"
          aria-label={t("chip.remove", { filter: text })}
          onClick={() => {
            // The chip goes with its filter; the keyboard's place is the page then.
            document.querySelector<HTMLElement>("main")?.focus();
            control.setFilters(clear);
          }}
        >
          <span>{text}</span>
          <X size={14} aria-hidden />
        </Button>
      ))}
    </Flex>
  );
}
