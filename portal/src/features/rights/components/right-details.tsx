import { Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Fact, FactGroup } from "../../../ui/facts";
import { SideDrawer } from "../../../ui/side-drawer";
import { rightQuery, type Assigned, type Right, type RightRow } from "../queries";
import { DraftChanges } from "./draft-changes";
import { useRightCan, type Open } from "./right-actions";
import { RightStatus } from "./right-status";

interface RightDetailsProps {
  right: RightRow;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/** An access right: what it is, who gives it, whom it is for, and what waits to be confirmed (C-020). */
export function RightDetails({ right, onOpen, onClose }: RightDetailsProps) {
  const { t } = useTranslation("rights");
  const { data, error, refetch } = useQuery(rightQuery(useServices(), right.accessId));
  const now = data ?? right;
  const may = useRightCan()(now);
  const open = (what: "edit" | "groups" | "confirm") => () => onOpen({ what, right: now });
  return (
    <SideDrawer
      title={right.accessName}
      reading
      onClose={onClose}
      footer={
        <>
          {may.groups && (
            <Button variant="outline" onClick={open("groups")}>
              {t("groups")}
            </Button>
          )}
          {may.edit && (
            <Button variant="outline" onClick={open("edit")}>
              {t("edit")}
            </Button>
          )}
          {may.confirm && <Button onClick={open("confirm")}>{t("confirm")}</Button>}
        </>
      }
    >
      {data ? (
        <Facts right={data} />
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={10} height="5" />
      )}
    </SideDrawer>
  );
}

function Facts({ right }: { right: Right }) {
  const { t } = useTranslation("rights");
  const { moment } = useFormats();
  return (
    <>
      {right.draft && (
        <FactGroup heading={t("waits")}>
          <Fact name={t("state")}>
            <DraftChanges right={right} />
          </Fact>
        </FactGroup>
      )}
      <FactGroup heading={t("section.info")}>
        <Fact name={t("name")}>{right.accessName}</Fact>
        <Fact name={t("code")}>{right.accessCode}</Fact>
        <Fact name={t("product")}>{right.projectName}</Fact>
        <Fact name={t("module")}>{right.moduleName || NONE}</Fact>
        <Fact name={t("type")}>{t(`type.${right.type}`)}</Fact>
        <Fact name={t("status")}>
          <RightStatus right={right} />
        </Fact>
        <Fact name={t("desc")}>{right.desc || NONE}</Fact>
      </FactGroup>
      <FactGroup heading={t("section.given")}>
        <Fact name={t("groups")}>
          <Names all={right.groups} />
        </Fact>
        <Fact name={t("roles")}>
          <Names all={right.roles} />
        </Fact>
      </FactGroup>
      <FactGroup heading={t("section.scopes")}>
        <Fact name={t("clients")}>
          <Names all={right.clients} />
        </Fact>
        <Fact name={t("divisions")}>
          <Names all={right.divisions} />
        </Fact>
        <Fact name={t("brands")}>
          <Names all={right.brands} />
        </Fact>
      </FactGroup>
      <Text fontSize="sm" color="fg.muted" marginBottom="0">
        {right.builtIn ? t("builtIn.why") : t("addedAt", { at: moment(right.createdAt) })}
      </Text>
    </>
  );
}

/** All names; those that wait say so. */
function Names({ all }: { all: Assigned[] }) {
  const { t } = useTranslation("rights");
  const { list } = useFormats();
  const names = all.map(({ name, state }) => {
    if (state === "added") return t("assigned.added", { name });
    return state === "removed" ? t("assigned.removed", { name }) : name;
  });
  return list(names) || NONE;
}
