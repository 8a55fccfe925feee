import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { requestIdOf } from "../../../api/failure";
import type { components } from "../../../api/schema";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { NONE } from "../../../i18n/use-formats";
import { EmailText } from "../../../ui/email-text";
import { RADIO } from "../../../ui/checkbox-look";
import { TextField } from "../../../ui/form/text-field";
import { DataTable } from "../../../ui/table/data-table";
import type { TableControl } from "../../../ui/table/use-table-state";
import { peopleToAdd } from "../member-queries";
import { Muted } from "./muted";

type Found = components["schemas"]["AddUserRow"];

/** What is typed, what is searched for, who is chosen, and what is missing. */
export interface Search {
  typed: string;
  context: string;
  chosen: Found | undefined;
  /** It was sent just now: if it finds one person alone, the question comes at once. */
  isNew: boolean;
  fault: "" | "words" | "choice";
}

/** What the search found, where that decides what comes next. */
export interface Result {
  /** The words that were searched for. */
  context: string;
  nobody: boolean;
  /** The person, if only one was found: they count as chosen. */
  only: Found | undefined;
}

interface FindPeopleProps {
  groupId: string;
  search: Search;
  onSearch: (search: Search) => void;
  onResult: (result: Result) => void;
}

/** Stages 0 and 1 of D-03: the search and its results, to choose one person (V-18, V-19, X-20, K-24 to K-26). */
export function FindPeople({ groupId, search, onSearch, onResult }: FindPeopleProps) {
  const { t } = useTranslation(["requests", "dc"]);
  const { typed, context, chosen, fault } = search;
  const [paging, setPaging] = useState({ page: 1, pageSize: 10 });
  const { page, pageSize } = paging;
  const query = { groupId, context, pageNum: page, pageSize };
  const { data, error, refetch } = useQuery(peopleToAdd(useServices(), query));
  const nobody = context !== "" && data?.total === 0;
  const only = data?.total === 1 ? data.list[0] : undefined;
  useEffect(() => onResult({ context, nobody, only }), [context, nobody, only, onResult]);
  const control: TableControl = {
    state: { ...paging, cursor: "", sort: "", filters: {} },
    setPage: (place) => setPaging({ pageSize, page: "page" in place ? place.page : 1 }),
    setPageSize: (size) => setPaging({ page: 1, pageSize: size }),
    setSort: () => undefined,
    setFilters: () => undefined,
  };
  const words = { typed, context: typed.trim(), chosen: undefined, isNew: true };
  const { t: plain } = useTranslation("requests");
  const missing = plain("please select or enter");
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setPaging({ page: 1, pageSize });
          onSearch({ ...words, fault: words.context ? "" : "words" });
        }}
      >
        {/* On the narrowest phones the label would need two lines. */}
        <Flex gap="2" direction="column" css={{ xs: { flexDirection: "row", alignItems: "flex-start" } }}>
          <Box flex="1">
            <TextField
              label={t("requests:addUser.search")}
              data-autofocus
              autoComplete="off"
              maxLength={100}
              value={typed}
              {...(fault === "words" && { error: missing })}
              onChange={({ target }) => onSearch({ ...search, typed: target.value, fault: "" })}
            />
          </Box>
          <Button type="submit" variant="outline" css={{ xs: { marginTop: "27px" } }}>
            {t("requests:addUser.find")}
          </Button>
        </Flex>
      </form>
      {nobody && (
        <Flex role="alert" gap="2" marginTop="4" color="fg.muted">
          <CircleAlert size={18} aria-hidden />
          {t("dc:没有结果。请邀请您要找的人注册。")}
        </Flex>
      )}
      {context !== "" && !nobody && (
        <Box role="radiogroup" aria-label={t("requests:addUser.found")} marginTop="4">
          <DataTable
            label={t("requests:addUser.found")}
            control={control}
            page={data && { rows: data.list, total: data.total, more: data.more, pageNum: page }}
            {...(error && {
              failure: {
                text: failureText(error),
                requestId: requestIdOf(error),
                retry: () => void refetch(),
              },
            })}
            rowKey={({ username }) => username}
            columns={[
              {
                key: "choice",
                header: t("requests:addUser.chosen"),
                aside: true,
                cell: (found) => (
                  <Box asChild css={RADIO} display="block">
                    <input
                      type="radio"
                      name="person"
                      checked={(chosen ?? only)?.username === found.username}
                      aria-label={t("requests:addUser.choose", { name: found.fullName || found.username })}
                      onChange={() => onSearch({ ...search, chosen: found, isNew: false, fault: "" })}
                    />
                  </Box>
                ),
              },
              {
                key: "account",
                header: t("requests:name"),
                cell: ({ username, fullName }) => (
                  <>
                    <Box fontWeight="medium" overflowWrap="anywhere">
                      {fullName || username}
                    </Box>
                    {fullName && fullName !== username && <Muted>{username}</Muted>}
                  </>
                ),
              },
              {
                key: "agency",
                header: t("requests:agency"),
                prose: true,
                cell: ({ agencyName, email }) => (
                  <>
                    {agencyName ?? NONE}
                    {email && (
                      <Box fontSize="sm" color="fg.muted">
                        <EmailText>{email}</EmailText>
                      </Box>
                    )}
                  </>
                ),
              },
            ]}
          />
        </Box>
      )}
      <Text role="alert" margin="0" marginTop="3" color="danger">
        {fault === "choice" && missing}
      </Text>
    </>
  );
}
