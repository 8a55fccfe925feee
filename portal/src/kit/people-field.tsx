import { Box, Button, Flex, Skeleton, Text } from "@chakra-ui/react";
import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sentenceGap } from "../i18n/marks";
import { failureText } from "../api/failure-text";
import { SearchText } from "../ui/form/search-text";
import type { FormControl } from "../ui/form/use-form";
import { canFind } from "./can-find";
import { ChosenField } from "./chosen-field";
import { ListDownload, type ListDownloadProps } from "./list-download";
import { PeoplePager } from "./people-pager";
import { There, type PeopleValues, type PersonThere } from "./person-there";
import type { ListPage } from "./use-list-query";
import { useSettled, type OptionSource } from "./use-search";

export const NOBODY: PeopleValues = { added: [], removed: [] };

/** The page that is asked for; `context` is the typed text, two characters or more. */
export interface PeoplePage {
  pageNum: number;
  pageSize: number;
  context?: string;
}

interface PeopleFieldProps<Data, Key extends QueryKey> {
  form: FormControl<PeopleValues>;
  /** The name of the list: "Members". */
  label: string;
  /** Without it nobody can be added or removed. */
  source?: OptionSource;
  query: (page: PeoplePage) => UseQueryOptions<Data, Error, ListPage<PersonThere>, Key>;
  help?: string;
  /** The file of the people who are there, and its name. */
  download?: Pick<ListDownloadProps, "file" | "title">;
}

const PAGE_SIZE = 10;

/** The people of a thing, page by page, with a search that adds others. Nothing changes before the form is saved. */
export function PeopleField<Data, Key extends QueryKey>({
  form,
  label,
  source,
  query,
  help,
  download,
}: PeopleFieldProps<Data, Key>) {
  const { t } = useTranslation(["form", "list", "ui"]);
  const [text, setText] = useState("");
  const [pageNum, setPage] = useState(1);
  const settled = useSettled(text.trim());
  const filters = { ...(canFind(settled) && { context: settled }) };
  const { data, error, refetch } = useQuery({
    ...query({ pageNum, pageSize: PAGE_SIZE, ...filters }),
    placeholderData: keepPreviousData,
  });
  const rows = data?.list ?? [];
  return (
    <Flex direction="column" gap="5">
      {source && (
        <ChosenField
          form={form}
          name="added"
          label={t("form:people.add")}
          source={source}
          {...(help && { help })}
        />
      )}
      <Flex as="section" direction="column" gap="3" aria-label={label}>
        <Flex wrap="wrap" align="flex-end" gap="3">
          <Box flex="1 1 200px">
            <SearchText
              label={t("form:people.find", { label })}
              value={text}
              hint={text.trim() !== "" && !canFind(text) ? t("list:search.short") : undefined}
              onText={(typed) => {
                setText(typed);
                setPage(1);
              }}
            />
          </Box>
          {download && <ListDownload {...download} filters={filters} />}
        </Flex>
        {error && (
          <Box role="alert" fontSize="md">
            {failureText(error)}
            {sentenceGap()}
            <Button variant="plain" onClick={() => void refetch()}>
              {t("ui:retry")}
            </Button>
          </Box>
        )}
        {!data && !error && <Skeleton height="40" aria-busy="true" />}
        {data && rows.length === 0 && (
          <Text margin="0" fontSize="md" color="fg.muted">
            {filters.context ? t("list:search.none") : t("form:people.none")}
          </Text>
        )}
        {rows.length > 0 && (
          <Box as="ul" margin="0" padding="0" listStyleType="none" aria-label={label}>
            {rows.map((person) => (
              <There key={person.value} form={form} person={person} fixed={!source} />
            ))}
          </Box>
        )}
        {data && (data.total > PAGE_SIZE || pageNum > 1) && (
          <PeoplePager
            pageNum={pageNum}
            pageSize={PAGE_SIZE}
            total={data.total}
            more={data.more ?? false}
            onPage={setPage}
          />
        )}
      </Flex>
    </Flex>
  );
}
