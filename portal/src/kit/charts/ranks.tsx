import { Box, Flex } from "@chakra-ui/react";
import { useFormats } from "../../i18n/use-formats";
import { FORCED_MARK } from "./colours";
import type { Figures } from "./figures";
import { ListLink } from "./list-link";

/** Bars beside each other in the order of the figures, each with its name and number. */
export function Ranks({ figures: { labels, lists, series } }: { figures: Figures }) {
  const { number } = useFormats();
  const values = series[0]?.values ?? [];
  const top = Math.max(1, ...values);
  return (
    <Box as="ol" margin="0" marginTop="2" padding="0" listStyleType="none" fontSize="sm">
      {labels.map((label, at) => {
        const value = values[at] ?? 0;
        return (
          <Flex as="li" key={`${at} ${label}`} align="center" gap="2" minHeight="6">
            <Box flex="1 1 50%" minWidth="0" overflowWrap="anywhere">
              <ListLink to={lists?.[at]}>{label}</ListLink>
            </Box>
            <Box flex="1 1 30%" aria-hidden>
              <Box
                height="2"
                borderRadius="full"
                background="accent"
                css={FORCED_MARK}
                style={{ width: `${(value / top) * 100}%` }}
              />
            </Box>
            <Box minWidth="12" textAlign="end" fontVariantNumeric="tabular-nums">
              {number(value)}
            </Box>
          </Flex>
        );
      })}
    </Box>
  );
}
