import { describe, expect, it } from "vitest";
import document from "../../../../openapi.json";
import { anApplication, someApplications } from "../../../testing/fake-applications";
import { changesOf, DEFAULTS, valuesOf } from "./application-values";
import { SECTIONS } from "./fields";

const { properties } = document.components.schemas.ApplicationMetadata;

describe("the fields of an application", () => {
  it("are the server's, each in one section, with the server's defaults", () => {
    const shown = SECTIONS.flatMap(({ fields }) => fields as readonly string[]);
    // `demo` is not for administrators, `response_types` has one value.
    expect([...shown, "demo", "response_types"].toSorted()).toEqual(Object.keys(properties).toSorted());
    const defaults = Object.entries(properties).map(([name, field]) => [
      name,
      "default" in field ? field.default : null,
    ]);
    expect({ demo: false, ...DEFAULTS }).toEqual(Object.fromEntries(defaults));
  });

  it.each(someApplications)("stay unchanged without an edit: $client_id", (application) => {
    const { client_id, metadata } = application;
    expect(changesOf(metadata, valuesOf(client_id, metadata))).toEqual({});
  });

  it("lose only what the server refuses together with the new values", () => {
    const { metadata } = anApplication();
    const before = {
      ...metadata,
      token_endpoint_auth_method: "none" as const,
      allowed_origins: ["https://time.example"],
      refresh: "session" as const,
      access_token_lifetime: 300,
    };
    const values = valuesOf("timesheet", before);
    values.metadata.token_endpoint_auth_method = "private_key_jwt";
    values.metadata.jwks_uri = "https://time.example/jwks";
    values.metadata.grant_types.refresh_token = false;
    values.metadata.access_token_lifetime = "";
    expect(changesOf(before, values)).toEqual({
      token_endpoint_auth_method: "private_key_jwt",
      jwks_uri: "https://time.example/jwks",
      allowed_origins: [],
      refresh: "offline",
      grant_types: ["authorization_code"],
      access_token_lifetime: null,
    });
  });

  it("get the response type with the first sign-in grant", () => {
    const before = { grant_types: ["client_credentials" as const], response_types: [] };
    const values = valuesOf("robot", before);
    values.metadata.grant_types.authorization_code = true;
    expect(changesOf(before, values)).toMatchObject({ response_types: ["code"] });
  });
});
