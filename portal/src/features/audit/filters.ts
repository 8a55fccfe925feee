import type { AuditEntry } from "../../kit/history/audit-words";

/**
 * The filters in the address, by the server's own names. `from` and `until` are days, in the
 * reader's zone or in `zone`; `about` is kind and id of a thing. */
export const FILTERS = [
  "segment",
  "from",
  "until",
  "zone",
  "kind",
  "actorId",
  "about",
  "applicationId",
  "address",
] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Partial<Record<FilterName, string>>;

/** The parts of the log, as the server names them; `all` is no filter. */
export const SEGMENTS = ["changes", "sign_ins", "tokens", "all"] as const;
export type Segment = (typeof SEGMENTS)[number];

/** The shown part: changes first. A kind of event is in one part, so it is found in all of them. */
export function segmentOf({ segment, kind }: Filters): Segment {
  if (kind) return "all";
  return SEGMENTS.find((one) => one === segment) ?? "changes";
}

/** Kind and id of a thing as one parameter. */
export function aboutOf({ kind, id }: { kind: string; id: string }): string {
  return `${kind}:${id}`;
}

/** Kind and id of such a parameter; undefined if it is neither. */
export function thingOf(about: string): { kind: string; id: string } | undefined {
  const at = about.indexOf(":");
  return at > 0 ? { kind: about.slice(0, at), id: about.slice(at + 1) } : undefined;
}

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
  "announcement.changed",
  "survey.changed",
  "survey.results_read",
  "feedback.changed",
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
  "file.uploaded",
  "home_tile.changed",
  "assistant_version.changed",
  "assistant_version.tested",
  "assistant_quota.changed",
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
  const all = { segment: "all" };
  const named = ({ name, id }: { name?: string | null; id: string }) => name ?? id;
  return [
    { what: "kind" as const, name: kind, filters: { kind } },
    ...(actor
      ? [{ what: "actor" as const, name: named(actor), filters: { ...all, actorId: actor.id } }]
      : []),
    ...(object
      ? [{ what: "object" as const, name: named(object), filters: { ...all, about: aboutOf(object) } }]
      : []),
    ...(application
      ? [
          {
            what: "application" as const,
            name: named(application),
            filters: { ...all, applicationId: application.id },
          },
        ]
      : []),
    ...(address ? [{ what: "address" as const, name: address, filters: { ...all, address } }] : []),
  ];
}
