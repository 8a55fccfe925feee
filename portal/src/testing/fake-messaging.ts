import { mock, refusal, success, type Mock } from "./mocks";

const INVITE = "/api/security/account/messaging-app/invite";
const LINK = "/api/security/account/messaging-app/link";
const PIXELS = "M1 1h7v7h-7zM2 2v5h5v-5zM3 3h3v3h-3zM10 1h2v2h-2zM13 3h7v7h-7zM1 12h3v3h-3zM6 14h9v2h-9z";

/** The link that the server accepts. */
export const RIGHT_LINK = "right-link";

/** Mocks the messaging app. `onLinked` hears that the account was linked. */
export function fakeMessaging(onLinked: () => void = () => undefined): Mock[] {
  return [
    mock("post", INVITE, () =>
      success({
        openlink: "weixin://dl/business/?t=link1",
        qr: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21"><path d="${PIXELS}"/></svg>`,
        endsAt: Date.UTC(2026, 10, 22, 9, 30),
      }),
    ),
    mock("post", LINK, ({ body }) => {
      if (body.wechatToken !== RIGHT_LINK) {
        return refusal(100012, "This link is over.", { field: "wechatToken" });
      }
      onLinked();
      return success(null);
    }),
  ];
}

export const standIn = () => fakeMessaging();
