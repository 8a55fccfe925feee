import type { AuditEntry } from "../../kit/history/audit-words";

/** The filters in the address, by the server's own names. `from` and `until` are days. */
export const FILTERS = [
  "from",
  "until",
  "kind",
  "actorId",
  "objectKind",
  "objectId",
  "applicationId",
  "address",
] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Partial<Record<FilterName, string>>;

/** Every kind of event, in the order of their menu: what people do, then programs, then the server. */
export const KINDS = [
  "account.changed",
  "account.deletion",
  "account.stand_in",
  "account.home_seen",
  "account.data_exported",
  "access_right.changed",
  "role.changed",
  "role.given",
  "role.taken",
  "password.changed",
  "password.asked",
  "link.sent",
  "limit.reached",
  "group.changed",
  "request.made",
  "request.decided",
  "group.member_added",
  "group.member_changed",
  "group.member_removed",
  "group.person_invited",
  "group.registration_invitation",
  "group.people_searched",
  "agency.requested",
  "account.application_decided",
  "account.address_refused",
  "agency.request_decided",
  "organisation.changed",
  "iris_mapping.changed",
  "product.changed",
  "module.changed",
  "sign_in.succeeded",
  "sign_in.refused",
  "factor.asked",
  "factor.changed",
  "identity.linked",
  "identity.unlinked",
  "identity.refused",
  "provider.changed",
  "passkey.added",
  "passkey.renamed",
  "passkey.removed",
  "session.ended",
  "access.refused",
  "right.refused",
  "consent.given",
  "consent.withdrawn",
  "grant.revoked",
  "client.changed",
  "authorization.refused",
  "token.granted",
  "token.refused",
  "token.revoked",
  "code.replayed",
  "refresh.reused",
  "client.refused",
  "request.refused",
  "launch.granted",
  "launch.refused",
  "logout.delivered",
  "job.retried",
  "key.created",
  "key.rotated",
  "key.retired",
  "key.withdrawn",
  "audit.exported",
  "list.exported",
  "audit.suppressed",
  "audit.dropped",
] as const satisfies AuditEntry["kind"][];

/** A kind of the server that is missing in the menu does not compile. */
export const isComplete: Exclude<AuditEntry["kind"], (typeof KINDS)[number]> extends never ? true : never =
  true;

/** The links beside an entry. Each filters the list by something that this entry has. */
export function sharedWith({ kind, actor, object, application, address }: AuditEntry): {
  what: "kind" | "actor" | "object" | "application" | "address";
  name: string;
  filters: Filters;
}[] {
  return [
    { what: "kind" as const, name: kind, filters: { kind } },
    ...(actor
      ? [{ what: "actor" as const, name: actor.name ?? actor.id, filters: { actorId: actor.id } }]
      : []),
    ...(object
      ? [
          {
            what: "object" as const,
            name: object.name ?? object.id,
            filters: { objectKind: object.kind, objectId: object.id },
          },
        ]
      : []),
    ...(application
      ? [
          {
            what: "application" as const,
            name: application.name ?? application.id,
            filters: { applicationId: application.id },
          },
        ]
      : []),
    ...(address ? [{ what: "address" as const, name: address, filters: { address } }] : []),
  ];
}
