import { describe, expect, it } from "vitest";
import { aUser } from "./factories";
import { listQuery } from "../kit/list-query";
import { useList } from "../kit/use-list";
import { mockList } from "./mock-list";
import { mock, success } from "./mocks";

/** A filter that the OpenAPI document does not have for a list does not compile. */
describe("a list that the OpenAPI document does not have", () => {
  it("does not compile", () => {
    const rows = () => [];
    const faults = [
      // @ts-expect-error: this path is not a list
      mockList("/api/security/user/login-count", { rows, filters: {}, sorts: {} }),
      // @ts-expect-error: the list has no such filter
      mockList("/api/security/admin/user-group/list", { rows, filters: { colour: () => true }, sorts: {} }),
    ];
    expect(faults).toHaveLength(2);
    const list = listQuery("user", "/api/security/admin/user-group/list");
    // @ts-expect-error: the list has no such filter
    const Page = () => void useList(list, [{ kind: "text", name: "colour", label: "Colour" }]);
    expect(Page).toBeTypeOf("function");
  });

  it("fails for a filter and for an order that were not declared", () => {
    const list = mockList("/api/security/admin/user-group/list", { rows: () => [], filters: {}, sorts: {} });
    expect(() => list.reply({ query: { status: "2" }, body: undefined })).toThrow("has no filter status");
    expect(() => list.reply({ query: { sort: "-name" }, body: undefined })).toThrow("has no order -name");
  });
});

/** A wrong mock does not compile. Each marked line has a type error. tsc reports a line without an error. */
describe("a mock that the OpenAPI document does not have", () => {
  it("does not compile", async () => {
    const faults = [
      // @ts-expect-error: no such path
      mock("post", "/api/security/user/infos", () => success(aUser())),
      // @ts-expect-error: the path has no such method
      mock("get", "/api/security/user/info", () => success(aUser())),
      // @ts-expect-error: the answer has another type
      mock("post", "/api/security/user/info", () => success({ ...aUser(), id: 7 })),
      // @ts-expect-error: a field of the answer is missing
      mock("get", "/api/security/user/login-count", () => success({ loginCount: 1 })),
      // @ts-expect-error: the body has no such field
      mock("post", "/api/security/app/login-count", ({ body }) => success(body.productName)),
      mock("get", "/api/security/user/login-count", ({ query }) =>
        // @ts-expect-error: the call has no such parameter
        success({ loginCount: query.name === "Dan" ? 1 : 0, firstLogin: false }),
      ),
      // @ts-expect-error: a status is not an envelope
      mock("post", "/api/security/logout", () => ({ status: 0 })),
    ];
    expect(faults).toHaveLength(7);
    const right = mock("get", "/api/security/user/login-count", ({ query }) =>
      success({ loginCount: query.username === "Dan" ? 3 : 0, firstLogin: false }),
    );
    await expect(right.reply({ query: { username: "Dan" }, body: undefined })).resolves.toEqual(
      success({ loginCount: 3, firstLogin: false }),
    );
  });
});
