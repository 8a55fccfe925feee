/** The sign-in came back again and again without success, so the person must decide. */
export class SignInLoop extends Error {
  override name = "SignInLoop";
}

/** The callback address belongs to no pending sign-in of this tab. */
export class UnknownCallback extends Error {
  override name = "UnknownCallback";
}
