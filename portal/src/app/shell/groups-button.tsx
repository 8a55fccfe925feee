import { Box } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { groupNoticeQuery } from "../../access/group-notice";
import { useServices } from "../../api/services";
import { IconButton } from "../../ui/icon-button";

/** Higher numbers are shown as `99+`. */
const MOST = 99;

/** S-04, G-17: leads to the groups, or to the requests that wait for the reader, with their number. */
export default function GroupsButton() {
  const { t } = useTranslation("asking");
  const { data } = useQuery(groupNoticeQuery(useServices()));
  const waiting = data?.notify ?? 0;
  const label = waiting > 0 ? t("button.waiting", { count: waiting }) : t("button.groups");
  return (
    <IconButton asChild label={label} position="relative">
      <Link to={waiting > 0 ? "/requests" : "/my-groups"}>
        <Users size={18} aria-hidden />
        {waiting > 0 && (
          <Box
            as="span"
            aria-hidden
            position="absolute"
            top="0.5"
            insetInlineEnd="0"
            minWidth="4"
            paddingInline="1"
            borderRadius="full"
            background="accent"
            color="accent.contrast"
            fontSize="xs"
            fontWeight="semibold"
            lineHeight="16px"
            textAlign="center"
            fontVariantNumeric="tabular-nums"
          >
            {waiting > MOST ? `${MOST}+` : waiting}
          </Box>
        )}
      </Link>
    </IconButton>
  );
}
