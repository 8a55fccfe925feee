import { renderHook, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { chooseLanguage, loadTexts } from "../../i18n/i18n";
import { anEntry, BEN, BRAND_TEAM, CLI, DAN } from "../../testing/fake-audit";
import type { AuditEntry, AuditObject } from "./audit-words";
import { filled, textOf } from "./pieces";
import { useSentences } from "./use-sentences";

type Given = Partial<AuditEntry>;

const LI = { ...DAN, id: "u-li", name: "李伟" };
const PLANNER: AuditObject = { kind: "product", id: "6", name: "Media planner", now: "Media planner" };
const person = (name: string): AuditObject => ({ kind: "account", id: name, name, now: name });
const change = (field: string, from: string | null, to: string | null) => ({
  field,
  recorded: true,
  from,
  to,
});
const updated = { detail: { change: "updated" }, account: null };

/** An entry, and its sentence in both languages. */
const CASES: [Given, string, string][] = [
  [
    {
      kind: "group.member_added",
      account: LI,
      object: BRAND_TEAM,
      detail: { until: "2026-12-28" },
      changes: [],
    },
    "Ben Admin added 李伟 to Brand team until 28 Dec 2026",
    "Ben Admin 将李伟加入 Brand team，至 2026年12月28日",
  ],
  [
    { kind: "group.member_added", account: LI, object: BRAND_TEAM, detail: {}, changes: [] },
    "Ben Admin added 李伟 to Brand team",
    "Ben Admin 将李伟加入 Brand team",
  ],
  [
    { kind: "group.member_removed", actor: DAN, account: DAN, object: BRAND_TEAM, detail: {}, changes: [] },
    "Dan Member left Brand team",
    "Dan Member 退出了 Brand team",
  ],
  [
    {
      ...updated,
      kind: "product.changed",
      object: PLANNER,
      changes: [
        {
          ...change("administrators", "X", "Y"),
          fromThings: [person("Chloe Manager")],
          toThings: [person("李伟"), person("Jonas Weber")],
        },
      ],
    },
    "Ben Admin changed the administrators of Media planner from Chloe Manager to 李伟 and Jonas Weber",
    "Ben Admin 将 Media planner 的管理员由 Chloe Manager 改为李伟、Jonas Weber",
  ],
  [
    {
      ...updated,
      kind: "product.changed",
      object: PLANNER,
      changes: [change("name", "Planner", "Media planner")],
    },
    "Ben Admin renamed Planner to Media planner",
    "Ben Admin 将 Planner 更名为 Media planner",
  ],
  [
    {
      ...updated,
      kind: "product.changed",
      object: PLANNER,
      changes: [change("link", null, "https://a.example")],
    },
    "Ben Admin set “Link” of Media planner to https://a.example",
    "Ben Admin 将 Media planner 的“链接”设为 https://a.example",
  ],
  [
    { ...updated, kind: "product.changed", object: PLANNER, changes: [change("link", "x".repeat(61), "y")] },
    "Ben Admin changed “Link” of Media planner",
    "Ben Admin 修改了 Media planner 的“链接”",
  ],
  [
    {
      ...updated,
      kind: "product.changed",
      object: PLANNER,
      changes: [
        {
          ...change("admin_id", "Chloe (u-chloe)", "Ben (u-ben)"),
          fromThings: [person("Chloe Manager")],
          toThings: [person("Ben Admin")],
        },
        change("link", null, "https://a.example"),
      ],
    },
    "Ben Admin changed Media planner: “Contact on the card” from Chloe Manager to Ben Admin; “Link” to https://a.example",
    "Ben Admin 修改了 Media planner：“卡片上的联系人”由 Chloe Manager 改为 Ben Admin；“链接”设为 https://a.example",
  ],
  [
    {
      kind: "request.decided",
      object: { kind: "request", id: "r-1" },
      wanted: BRAND_TEAM,
      detail: { outcome: "refused" },
      changes: [],
    },
    "Ben Admin refused Dan Member for Brand team",
    "Ben Admin 拒绝了 Dan Member 对 Brand team 的申请",
  ],
  [
    {
      kind: "request.decided",
      object: { kind: "request", id: "r-1" },
      detail: { outcome: "approved" },
      changes: [],
    },
    "Ben Admin approved a request of Dan Member",
    "Ben Admin 通过了 Dan Member 的申请",
  ],
  [
    {
      kind: "group.member_changed",
      actor: { kind: "server", id: "server" },
      object: BRAND_TEAM,
      detail: {},
      changes: [change("status", "enabled", "disabled")],
    },
    "The membership of Dan Member in Brand team ended",
    "Dan Member 在 Brand team 的成员资格已到期",
  ],
  [
    {
      kind: "account.stand_in",
      actor: DAN,
      detail: {},
      changes: [
        { ...change("stand_in", null, "Ben (u-ben)"), toThings: [person("Ben Admin")] },
        change("absent_until", null, "2027-01-03"),
      ],
    },
    "Dan Member named Ben Admin as stand-in until 3 Jan 2027",
    "Dan Member 指定 Ben Admin 为备用审批人，至 2027年1月3日",
  ],
  [
    { kind: "account.changed", actor: CLI, detail: { change: "created" } },
    "The command line added Dan Member",
    "命令行添加了账号 Dan Member",
  ],
  [
    { kind: "sign_in.refused", actor: null, account: null, object: null, detail: {}, changes: [] },
    "A sign-in with an unknown name was refused",
    "使用未知账号名的登录被拒绝",
  ],
  // An erased person has no name any more.
  [
    {
      kind: "role.given",
      account: { kind: "unknown", id: "01a21f2e-0000-7000-8000-000000000000" },
      object: { kind: "role", id: "r", name: "Buyer", now: null },
      detail: {},
      changes: [],
    },
    "Ben Admin gave a deleted person the role Buyer",
    "Ben Admin 为已删除的用户分配了角色 Buyer",
  ],
  [
    { kind: "audit.suppressed", object: null, detail: { of: "sign_in.refused", count: 1980 }, changes: [] },
    "More refusals, only counted: 1,980 (Sign-in refused)",
    "另有 1,980 次拒绝仅计数：登录被拒绝",
  ],
];

describe("a sentence of the audit log", () => {
  it.each(["en-us", "zh-cn"] as const)("says who did what to whom, with names, in %s", async (language) => {
    await chooseLanguage(language);
    await loadTexts(["history", "sentences"]);
    const { result } = renderHook(() => useSentences());
    for (const [given, english, chinese] of CASES) {
      const entry = anEntry(given);
      expect(result.current.text(entry)).toBe(language === "en-us" ? english : chinese);
    }
  });

  it("leads to the things as they are, if they are still there", async () => {
    await chooseLanguage("en-us");
    await loadTexts(["history", "sentences"]);
    const { result } = renderHook(() => useSentences());
    await waitFor(() => expect(result.current).toBeTruthy());
    const gone = { ...BRAND_TEAM, now: null };
    const added = anEntry({ kind: "group.member_added", actor: BEN, object: gone, detail: {}, changes: [] });
    const things = result.current.sentence(added).map(({ text, thing }) => [text, thing?.now]);
    expect(things).toEqual([
      ["Ben Admin", "BenAdmin"],
      [" added ", undefined],
      ["Dan Member", "DanMember"],
      [" to ", undefined],
      ["Brand team", undefined],
    ]);
  });

  it("has no space between two Chinese names, and one beside a Latin name", () => {
    const names: Record<string, string> = { a: "李伟", b: "Ben", c: "王芳" };
    const fill = (blank: string) => (names[blank] ? [{ text: names[blank] }] : undefined);
    const shown = (text: string) => textOf(filled(text, fill) ?? []);
    expect(shown("{{a}} 将 {{c}} 加入 {{b}}，至 {{a}}")).toBe("李伟将王芳加入 Ben，至李伟");
    expect(shown("{{b}} {{a}} {{c}}")).toBe("Ben 李伟王芳");
    expect(filled("{{a}} {{d}}", fill)).toBeUndefined();
  });
});
