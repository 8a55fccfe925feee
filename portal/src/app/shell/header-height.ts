/** The height of the header; on a narrow screen with the bar of places, which people have who are signed in. */
export const headerHeight = (signedIn: boolean) => ({ base: signedIn ? "100px" : "56px", lg: "56px" });
