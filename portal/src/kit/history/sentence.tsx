import { Box, Text } from "@chakra-ui/react";
import { Fragment } from "react";
import { Link } from "react-router";
import type { AccessCode } from "../../access/codes";
import { useCan } from "../../access/can";
import { canFind } from "../can-find";
import type { AuditEntry } from "./audit-words";
import type { Piece } from "./pieces";
import { useSentences } from "./use-sentences";

interface Place {
  path: string;
  /** The parameter that opens the details of one, if its list can read one by its id. */
  opens?: string;
  code: AccessCode;
  ofProducts?: true;
}

const ORGANISATIONS = "account_maintain.AccountManagement.OrganisationList.view";

/** The lists of things, and who may open them. */
const PLACES: Partial<Record<string, Place>> = {
  account: {
    path: "/auth-management/account-list",
    opens: "account",
    code: "account_maintain.AccountManagement.AccountList.view",
  },
  client: {
    path: "/operation-access/application-list",
    opens: "application",
    code: "operation_access.ApplicationManagement.ApplicationList.view",
  },
  group: {
    path: "/operation-access/group-list",
    opens: "group",
    code: "operation_access.UserGroupManagement.GroupList.view",
  },
  product: {
    path: "/operation-access/product-list",
    opens: "product",
    code: "operation_access.ProductManagement.ProductList.view",
    ofProducts: true,
  },
  module: {
    path: "/operation-access/Module-list",
    code: "operation_access.ProductManagement.ModuleList.view",
    ofProducts: true,
  },
  access_right: {
    path: "/operation-access/access-list",
    opens: "right",
    code: "operation_access.AccessManagement.AccessList.view",
    ofProducts: true,
  },
  role: {
    path: "/operation-access/role-list",
    opens: "role",
    code: "operation_access.AccessManagement.RoleList.view",
    ofProducts: true,
  },
  agency: { path: "/auth-management/agencies", code: ORGANISATIONS },
  company: { path: "/auth-management/clients", code: ORGANISATIONS },
  brand: { path: "/auth-management/brands", code: ORGANISATIONS },
  division: { path: "/auth-management/divisions", code: ORGANISATIONS },
  industry: { path: "/auth-management/industries", code: ORGANISATIONS },
  iris_mapping: {
    path: "/auth-management/IRIS-list",
    code: "account_maintain.AccountManagement.IRISMappingList.view",
  },
  announcement: {
    path: "/operation-access/announcement-list",
    code: "operation_access.AnnouncementManagement.AnnouncementList.view",
    opens: "announcement",
  },
  survey: {
    path: "/feedback-center/survey-list",
    code: "feedback_center.FeedbackCenter.SurveyList.view",
    opens: "survey",
  },
  feedback: {
    path: "/feedback-center/feedback-list",
    code: "feedback_center.FeedbackCenter.FeedbackList.view",
    opens: "item",
  },
};

/** What happened, with a reason below it. Names lead to the things as they are now, for readers who may open their lists. */
export function Sentence({ entry }: { entry: AuditEntry }) {
  const { sentence, reason } = useSentences();
  const can = useCan();
  const why = reason(entry);
  const addressOf = ({ kind, id, now }: NonNullable<Piece["thing"]>) => {
    const place = PLACES[kind];
    if (!place || !can(place.code, place.ofProducts && "any")) return undefined;
    if (place.opens) return `${place.path}?${new URLSearchParams({ [place.opens]: id }).toString()}`;
    return canFind(now) ? `${place.path}?context=${encodeURIComponent(now)}` : place.path;
  };
  return (
    <>
      {sentence(entry).map(({ text, name, thing }, at) => {
        const address = thing && addressOf(thing);
        if (!name) return <Fragment key={at}>{text}</Fragment>;
        return (
          <Box key={at} as="bdi" fontWeight="medium">
            {address ? (
              <Box
                asChild
                textDecoration="underline"
                textUnderlineOffset="3px"
                _hover={{ color: "accent.fg" }}
              >
                <Link to={address}>{text}</Link>
              </Box>
            ) : (
              text
            )}
          </Box>
        );
      })}
      {why && (
        <Text margin="0" fontSize="sm" fontWeight="normal" color="fg.muted">
          {why}
        </Text>
      )}
    </>
  );
}
