import { Box, Flex, Text } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { AppIcon } from "../../kit/app-icon";
import { FORCED } from "../../theme/forced-colors";
import type { PaletteEntry, PaletteSection } from "./entry";

/** Pixels that stay between a line and the edge of the list: the heading of the first section shows. */
const EDGE = 36;

interface PaletteListProps {
  id: string;
  sections: PaletteSection[];
  /** The entry that Enter chooses. */
  active: PaletteEntry | undefined;
  idOf: (entry: PaletteEntry) => string;
  onPoint: (entry: PaletteEntry) => void;
  /** `elsewhere`: in a new tab. */
  onChoose: (entry: PaletteEntry, elsewhere: boolean) => void;
}

/** The results in sections. It never has the focus, which stays in the box. */
export function PaletteList({ id, sections, active, idOf, onPoint, onChoose }: PaletteListProps) {
  const { t } = useTranslation("palette");
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={t("results")}
      hidden={sections.length === 0}
      flex="1"
      minHeight="0"
      overflowY="auto"
      padding="2"
      // The box keeps the focus when a line is pressed.
      onMouseDown={(event) => event.preventDefault()}
    >
      {sections.map(({ name, entries }) => (
        <Box key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <Text
            id={`${id}-${name}`}
            margin="0"
            padding="8px 10px 4px"
            fontSize="xs"
            fontWeight="semibold"
            color="fg.muted"
          >
            {t(`section.${name}`)}
          </Text>
          {entries.map((entry) => (
            <Line
              key={entry.id}
              id={idOf(entry)}
              entry={entry}
              isActive={entry === active}
              onPoint={() => onPoint(entry)}
              onChoose={(elsewhere) => onChoose(entry, elsewhere)}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** Scrolls the list as far as is needed to show a line. */
function show(line: HTMLElement | null) {
  const list = line?.closest<HTMLElement>("[role=listbox]");
  if (!line || !list) return;
  const [inner, outer] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top + EDGE) list.scrollTop -= outer.top + EDGE - inner.top;
  else if (inner.bottom > outer.bottom - EDGE) list.scrollTop += inner.bottom - outer.bottom + EDGE;
}

interface LineProps {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (elsewhere: boolean) => void;
}

function Line({ id, entry, isActive, onPoint, onChoose }: LineProps) {
  const { name, hint, icon: Icon, choice } = entry;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) show(line.current);
  }, [isActive]);
  return (
    <Flex
      ref={line}
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={!choice}
      align="center"
      gap="3"
      minHeight={{ base: "12", sm: "10" }}
      paddingInline="2.5"
      borderRadius="control"
      cursor={choice ? "pointer" : "default"}
      onMouseMove={onPoint}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      onAuxClick={({ button }) => {
        if (button === 1) onChoose(true);
      }}
      css={{ "&[aria-selected=true]": { background: "bg.subtle", ...FORCED } }}
    >
      <Flex boxSize="5" align="center" justify="center" flexShrink="0" color="fg.muted">
        {"tileHue" in Icon ? <AppIcon product={Icon} small /> : <Icon size={18} aria-hidden />}
      </Flex>
      <Flex flex="1" minWidth="0" columnGap="3" css={BESIDE}>
        <Text as="span" flex={{ sm: "1 1 auto" }} minWidth="0" truncate fontSize="md">
          {name}
        </Text>
        {hint && (
          <Text as="span" flex={{ sm: "0 1 auto" }} minWidth="0" truncate fontSize="sm" color="fg.muted">
            {hint}
          </Text>
        )}
      </Flex>
    </Flex>
  );
}

/** On a phone the hint stands below the name, so that both can be read. */
const BESIDE = { flexDirection: { base: "column", sm: "row" }, alignItems: { sm: "center" } };
