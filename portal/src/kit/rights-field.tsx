import { Box, Flex, Text } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../api/schema";
import { Breakable } from "../ui/breakable";
import { CHECKBOX } from "../ui/checkbox-look";
import { SearchText } from "../ui/form/search-text";

type Module = components["schemas"]["ModuleAccess"];
type Right = components["schemas"]["AccessChoice"];

interface RightsFieldProps {
  label: string;
  help?: string;
  /** The access rights of a product by their modules, as the server sends them. */
  modules: Module[];
  /** The ids of those that are ticked. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** More rights than these have a search. */
const FEW = 8;

/** Access rights to tick, by their modules. An assigned right that waits to be confirmed says so. */
export function RightsField({ label, help, modules, chosen, onChange }: RightsFieldProps) {
  const { t } = useTranslation("form");
  const [text, setText] = useState("");
  const ticked = new Set(chosen);
  const part = text.trim().toLowerCase();
  const matches = ({ accessName, accessCode }: Right) =>
    `${accessName}\n${accessCode}`.toLowerCase().includes(part);
  const shown = modules
    .map((module) => ({ ...module, access: module.access.filter(matches) }))
    .filter(({ access }) => access.length > 0);
  const set = (rights: Right[], on: boolean) => {
    const ids = rights.map(({ accessId }) => accessId);
    const rest = chosen.filter((id) => !ids.includes(id));
    onChange(on ? [...rest, ...ids] : rest);
  };
  const count = modules.reduce((sum, { access }) => sum + access.length, 0);
  return (
    <Flex as="section" direction="column" gap="3" aria-label={label}>
      <Box>
        <Text margin="0" fontSize="md" fontWeight="medium">
          {label}
        </Text>
        <Text margin="0" fontSize="sm" color="fg.muted" role="status">
          {count === 0 ? t("rights.none") : t("rights.count", { chosen: chosen.length, count })}
        </Text>
        {help && (
          <Text margin="0" fontSize="sm" color="fg.muted">
            {help}
          </Text>
        )}
      </Box>
      {count > FEW && <SearchText label={t("rights.find")} value={text} onText={setText} />}
      {count > 0 && shown.length === 0 && (
        <Text margin="0" fontSize="md" color="fg.muted">
          {t("rights.notFound")}
        </Text>
      )}
      {shown.map(({ moduleId, moduleName, access }) => {
        const on = access.filter(({ accessId }) => ticked.has(accessId)).length;
        const name = moduleName || t("rights.noModule");
        return (
          <Box
            as="fieldset"
            key={moduleId}
            margin="0"
            // A fieldset is as wide as its longest code otherwise.
            minWidth="0"
            padding="2"
            border="1px solid"
            borderColor="border"
            borderRadius="card"
          >
            <Box as="legend" srOnly>
              {name}
            </Box>
            <Line
              label={t("rights.all", { module: name })}
              checked={on === access.length}
              mixed={on > 0 && on < access.length}
              onChange={(all) => set(access, all)}
            >
              <Text as="span" fontWeight="semibold">
                {name}
              </Text>
            </Line>
            {access.map((right) => (
              <Line
                key={right.accessId}
                checked={ticked.has(right.accessId)}
                onChange={(all) => set([right], all)}
                indented
              >
                {right.accessName}
                <Text as="span" display="block" fontSize="sm" color="fg.muted">
                  <Breakable at={/(?<=[_.])/}>{right.accessCode}</Breakable>
                  {[
                    "",
                    ...(right.state === "added" || right.state === "removed"
                      ? [t(`rights.state.${right.state}`)]
                      : []),
                    ...(right.status === 1 ? [t("rights.off")] : []),
                  ].join(" · ")}
                </Text>
              </Line>
            ))}
          </Box>
        );
      })}
    </Flex>
  );
}

interface LineProps {
  label?: string;
  checked: boolean;
  mixed?: boolean;
  indented?: boolean;
  onChange: (checked: boolean) => void;
  children: React.ReactNode;
}

function Line({ label, checked, mixed = false, indented = false, onChange, children }: LineProps) {
  return (
    <Flex
      as="label"
      gap="3"
      paddingBlock="1.5"
      paddingInlineEnd="2"
      paddingInlineStart={indented ? "7" : "2"}
      borderRadius="control"
      fontSize="md"
      cursor="pointer"
      overflowWrap="anywhere"
      _hover={{ background: "bg.subtle" }}
    >
      <Box asChild css={CHECKBOX}>
        <input
          type="checkbox"
          {...(label && { "aria-label": label })}
          checked={checked}
          ref={(box) => {
            if (box) box.indeterminate = mixed;
          }}
          onChange={(event) => onChange(event.target.checked)}
        />
      </Box>
      <Box minWidth="0">{children}</Box>
    </Flex>
  );
}
