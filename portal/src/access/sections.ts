/** The sections of the side menu, in their order, each with its address (S-15, R-05, R-09, R-18). */
export const SECTIONS = {
  accounts: "/auth-management",
  groups: "/operation-access",
  feedback: "/feedback-center",
} as const;
export type Section = keyof typeof SECTIONS;

/** Whether an address belongs to a section. All pages of the sections need a session. */
export function isInSection(path: string): boolean {
  const asked = `${path.toLowerCase()}/`;
  return Object.values(SECTIONS).some((start) => asked.startsWith(`${start}/`));
}
