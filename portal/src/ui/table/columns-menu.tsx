import { Button, Flex, Menu, Portal, Text, VisuallyHidden } from "@chakra-ui/react";
import { ArrowDown, ArrowUp, Check, Columns3 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { menu } from "../../theme/recipes/menu";
import type { ChosenColumns } from "./chosen-columns";
import type { Column } from "./table-page";

interface ColumnsMenuProps<Row> {
  columns: ChosenColumns<Row>;
  /** The column whose order is in force, if it is not shown, and the direction. */
  hidden?: { column: Column<Row>; descending: boolean } | undefined;
}

/** The menu that shows and hides the columns of a list. It stays open for several of them. */
export function ColumnsMenu<Row>({ columns: { choices, choose }, hidden }: ColumnsMenuProps<Row>) {
  const { t } = useTranslation("list");
  return (
    // On a phone an empty box would still take a gap.
    <Flex
      display={{ base: hidden ? "flex" : "none", md: "flex" }}
      align="center"
      gap="3"
      marginInlineStart="auto"
    >
      {hidden && <HiddenOrder {...hidden} />}
      <Menu.Root recipe={menu} lazyMount unmountOnExit closeOnSelect={false} positioning={PLACE}>
        <Menu.Trigger asChild>
          {/* On a phone a row is a card. */}
          <Button variant="outline" size="sm" hideBelow="md">
            <Columns3 size={16} aria-hidden />
            {t("columns")}
          </Button>
        </Menu.Trigger>
        <Portal>
          <Menu.Positioner>
            <Menu.Content aria-label={t("columns")}>
              {choices.map(({ key, header, shown }) => (
                <Menu.CheckboxItem
                  key={key}
                  value={key}
                  checked={shown}
                  onCheckedChange={(on) => choose(key, on)}
                >
                  <Menu.ItemIndicator hidden={false} visibility={shown ? "visible" : "hidden"}>
                    <Check size={16} aria-hidden />
                  </Menu.ItemIndicator>
                  {header}
                </Menu.CheckboxItem>
              ))}
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
    </Flex>
  );
}

const PLACE = { placement: "bottom-end" } as const;

/** Without it, nobody could see in which order the rows are. */
function HiddenOrder<Row>({ column, descending }: { column: Column<Row>; descending: boolean }) {
  const { t } = useTranslation("list");
  const Icon = descending ? ArrowDown : ArrowUp;
  const direction = t(descending ? "order.descending" : "order.ascending");
  return (
    <Text
      as="span"
      display="inline-flex"
      alignItems="center"
      gap="1"
      fontSize="sm"
      color="fg.muted"
      whiteSpace="nowrap"
      title={direction}
    >
      {t("order.by", { column: column.header })}
      <Icon size={14} aria-hidden />
      <VisuallyHidden>{direction}</VisuallyHidden>
    </Text>
  );
}
