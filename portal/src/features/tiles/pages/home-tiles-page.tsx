import { Box, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../../access/nav";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { OpenLink } from "../../../kit/open-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { PageHeader } from "../../../ui/page-header";
import { Part } from "../../../ui/part";
import { useTileName } from "../components/tile-name";
import { homeTilesQuery, type HomeTile } from "../queries";

interface Open {
  what: "edit";
  tile: HomeTile;
}

const EditTile = lazyPart(() => import("../components/edit-tile"));

/** The tiles of home and where each leads. One without a target is disabled on home. */
export default function HomeTilesPage() {
  const { t } = useTranslation("tiles");
  const nameOf = useTileName();
  const { data, error, refetch } = useQuery(homeTilesQuery(useServices()));
  const opened = useOpened<Open, "edit">({
    name: "tile",
    views: ["edit"],
    idOf: ({ tile }) => tile.slot,
  });
  return (
    <>
      <PageHeader title={usePageTitle()} />
      {data ? (
        <Part heading={t("all")}>
          <Text margin="0" marginBottom="3">
            {t("what")}
          </Text>
          <Box as="ul" listStyleType="none" margin="0" padding="0">
            {data.map((tile) => (
              <Box as="li" key={tile.slot} paddingBlock="3" borderTop="1px solid" borderColor="border">
                <OpenLink opened={opened} open={{ what: "edit", tile }}>
                  {nameOf(tile)}
                </OpenLink>
                <Text margin="0" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
                  {tile.productName
                    ? t("leads.product", { name: tile.productName })
                    : tile.url || t("leads.none")}
                </Text>
              </Box>
            ))}
          </Box>
        </Part>
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={7} height="12" />
      )}
      <OpenedParts<Open, "edit", HomeTile>
        opened={opened}
        openOf={(what, tile) => ({ what, tile })}
        rows={data}
        rowKey={({ slot }) => slot}
      >
        {({ tile }) => <EditTile tile={tile} onClose={opened.onClose} />}
      </OpenedParts>
    </>
  );
}
