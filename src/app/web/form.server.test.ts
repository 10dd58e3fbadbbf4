import { expect, test } from "vitest";
import { z } from "zod";
import { fail, ok } from "#core/result.ts";
import {
  parseForm,
  readFlatFormData,
  readFormData,
  rejectForm,
  textFields,
} from "./form.server.ts";

const schema = z.object({
  email: z.email("Enter an email address."),
  password: z.string("Enter a password."),
  items: z.array(z.object({ quantity: z.number("Enter a number.").max(9, "At most nine.") })),
});

function post(fields: Record<string, string>): Request {
  return new Request("https://shop.test/", { method: "POST", body: new URLSearchParams(fields) });
}

test("an accepted form gives its values in the schema's types", async () => {
  const fields = { email: "asha@example.com", password: "a", "items[0].quantity": "3" };
  const submission = await parseForm(post(fields), schema);
  expect(submission).toMatchObject({
    status: "success",
    value: { email: "asha@example.com", items: [{ quantity: 3 }] },
  });
});

test.each([
  ["readFormData", readFormData],
  ["readFlatFormData", readFlatFormData],
])(
  "%s returns the lines of a text with LF, however the browser ended them",
  async (_name, read) => {
    const form = await read(post({ note: "one\r\ntwo\rthree\nfour", other: "plain" }));
    expect([...form]).toEqual([
      ["note", "one\ntwo\nthree\nfour"],
      ["other", "plain"],
    ]);
  },
);

test("a refused form brings the submitted values back with an error for each field, without the password", async () => {
  const fields = { email: "asha", password: "secret", "items[0].quantity": "10" };
  const rejected = rejectForm(await parseForm(post(fields), schema), { hideFields: ["password"] });
  expect(rejected.init).toEqual({ status: 422 });
  expect(rejected.data.error).toEqual({
    email: ["Enter an email address."],
    "items[0].quantity": ["At most nine."],
  });
  expect(rejected.data.initialValue).toEqual({ email: "asha", items: [{ quantity: "10" }] });
});

test("an error of the use case is returned to its field with its own status", async () => {
  const fields = { email: "asha@example.com", password: "a", "items[0].quantity": "3" };
  const submission = await parseForm(post(fields), schema);
  const rejected = rejectForm(submission, { fieldErrors: { email: ["Taken."] } }, 409);
  expect(rejected.init).toEqual({ status: 409 });
  expect(rejected.data.error).toEqual({ email: ["Taken."] });
});

test("a plain rule reads text fields: a missing one is empty, its error goes to its field", async () => {
  const names = textFields(["first", "last"], ({ first, last }) =>
    last === "" ? fail({ last: "Enter a name." }) : ok(`${first} ${last}`),
  );
  const accepted = await parseForm(post({ first: "Asha", last: "Persaud" }), names);
  expect(accepted).toMatchObject({ status: "success", value: "Asha Persaud" });
  const rejected = rejectForm(await parseForm(post({ first: "Asha" }), names));
  expect(rejected.data).toMatchObject({
    initialValue: { first: "Asha" },
    error: { last: ["Enter a name."] },
  });
});

const BROKEN = {
  "a multipart body that breaks off": {
    type: "multipart/form-data; boundary=x",
    body: '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nasha@ex',
  },
  JSON: { type: "application/json", body: '{"email":"asha@example.com"}' },
};

test.each(Object.entries(BROKEN))("%s is refused with 400 and a message", async (_name, each) => {
  const request = () =>
    new Request("https://shop.test/", {
      method: "POST",
      headers: { "content-type": each.type },
      body: each.body,
    });
  for (const read of [readFormData, readFlatFormData, (post: Request) => parseForm(post, schema)]) {
    await expect(read(request())).rejects.toMatchObject({
      data: expect.stringMatching(/did not arrive whole.*send it again/),
      init: { status: 400 },
    });
  }
});

test("an empty body is an empty form, whose schema names what is missing", async () => {
  const rejected = rejectForm(await parseForm(post({}), schema));
  expect(rejected.init).toEqual({ status: 422 });
  expect(rejected.data.error).toMatchObject({ email: ["Enter an email address."] });
});

test.each([
  ["an edit that is no JSON", { __intent__: "remove" }],
  ["an edit of no list", { __intent__: '{"type":"insert"}' }],
  ["a memory that is no JSON", { __state__: "{" }],
])("%s is refused as a form that did not arrive whole", async (_name, fields) => {
  const refused = parseForm(post({ email: "asha@example.com", ...fields }), schema);
  await expect(refused).rejects.toMatchObject({ init: { status: 400 } });
});
