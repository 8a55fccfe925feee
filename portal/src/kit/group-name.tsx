import { Box } from "@chakra-ui/react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/client";
import { useServices, type Services } from "../api/services";

declare module "../api/kept" {
  interface Kept {
    "group-name": true;
  }
}

/** The name of a group that the reader manages or is in. */
export function groupNameQuery({ api }: Pick<Services, "api">, groupId: string) {
  return queryOptions({
    queryKey: ["group-name", groupId],
    queryFn: async ({ signal }) => {
      const query = { groupId };
      const groups = await dataOf(
        api.GET("/api/security/admin/user-group/access-info", { params: { query }, signal }),
      );
      return groups[0]?.groupName ?? "";
    },
    meta: { ownMessage: true },
  });
}

/** The name of a group that the reader manages or is in; undefined until it is there. */
export function useGroupName(groupId: string): string | undefined {
  const { data } = useQuery(groupNameQuery(useServices(), groupId));
  return data === "" ? undefined : data;
}

/** Says above a list of one group which group it is. */
export function GroupName({ groupId }: { groupId: string }) {
  const name = useGroupName(groupId);
  return (
    <Box fontSize="lg" fontWeight="semibold" minHeight="6" overflowWrap="anywhere">
      {name}
    </Box>
  );
}
