import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { FoldTitle } from "../../../ui/fold-title";
import { useFormats } from "../../../i18n/use-formats";
import type { Request } from "../queries";

/** How many applications a group opens; their names on hover, and by a click or a tap. */
export function OpensFolded({
  request: { opens, opensCount },
}: {
  request: Pick<Request, "opens" | "opensCount">;
}) {
  const { t } = useTranslation(["requests", "list"]);
  const { list } = useFormats();
  const others = opensCount - opens.length;
  const names = list([
    ...opens.map(({ productName }) => productName),
    ...(others > 0 ? [t("list:names.more", { count: others })] : []),
  ]);
  if (opensCount === 0) return <>{t("requests:opens.nothing")}</>;
  return (
    <Box asChild fontSize="sm" color="fg.muted" overflowWrap="anywhere">
      <details>
        <FoldTitle
          gap="1"
          minHeight="0"
          width="fit-content"
          textDecoration="underline dotted"
          whiteSpace={{ md: "nowrap" }}
          title={names}
        >
          {t("requests:opens.count", { count: opensCount })}
        </FoldTitle>
        {names}
      </details>
    </Box>
  );
}
