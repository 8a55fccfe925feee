import { Box, Flex, Heading, Text } from "@chakra-ui/react";
import { ChartColumn, Download, Table } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../api/download";
import { IconButton } from "../../ui/icon-button";
import { FigureTable } from "./figure-table";
import { csvOf, totalOf, type Figures } from "./figures";
import { ListLink } from "./list-link";

interface FigureCardProps {
  title: string;
  /** The figure itself, written by the caller. */
  value?: string;
  /** The address of the list behind the figure; without it nobody is led there. */
  to?: string | undefined;
  /** What that list shows, if it is not exactly what was counted. */
  shows?: string | undefined;
  figures: Figures;
  /** The name of the file, without its ending. */
  fileName: string;
  /** It takes the room of two where cards are beside each other. */
  tall?: boolean;
  /** How the figures are drawn. Without it, the table is all there is. */
  children?: ReactNode;
}

/** A figure: its number, its chart or the table of it, its file, and the way to its list. */
export function FigureCard(props: FigureCardProps) {
  const { title, value, to, shows, figures, fileName, tall, children } = props;
  const { t } = useTranslation("charts");
  const titleId = useId();
  const [asTable, setAsTable] = useState(false);
  const isEmpty = totalOf(figures) === 0;
  const save = () =>
    saveFile(new Blob([csvOf(figures)], { type: "text/csv;charset=utf-8" }), `${fileName}.csv`);
  return (
    <Box as="section" aria-labelledby={titleId} css={CARD} {...(tall && { gridRow: { sm: "span 2" } })}>
      <Flex align="center" gap="1" minHeight="9">
        <Heading as="h2" id={titleId} size="sm" flex="1" minWidth="0">
          <ListLink to={to}>{title}</ListLink>
        </Heading>
        {children && !isEmpty && (
          <IconButton label={t(asTable ? "chart" : "table", { title })} onClick={() => setAsTable(!asTable)}>
            {asTable ? <ChartColumn size={16} aria-hidden /> : <Table size={16} aria-hidden />}
          </IconButton>
        )}
        <IconButton label={t("csv", { title })} onClick={save}>
          <Download size={16} aria-hidden />
        </IconButton>
      </Flex>
      {value && (
        <Text
          margin="0"
          fontSize="lg"
          lineHeight="1.3"
          fontWeight="semibold"
          fontVariantNumeric="tabular-nums"
        >
          {value}
        </Text>
      )}
      {to && shows && (
        <Text margin="0" fontSize="xs" color="fg.muted">
          {shows}
        </Text>
      )}
      {isEmpty && (
        <Text margin="0" marginTop="1" color="fg.muted" fontSize="sm">
          {t("none")}
        </Text>
      )}
      {!isEmpty && (asTable || !children ? <FigureTable title={title} figures={figures} /> : children)}
    </Box>
  );
}

const CARD = {
  minWidth: "0",
  padding: "3",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "card",
  background: "bg.panel",
} as const;
