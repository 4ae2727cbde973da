/** Pages of the demo firm, in place of a website. */
export const FORM_PATH = "/demo/form";
export const THANKS_PATH = "/demo/thank-you";
/** The API key, which the reference page shows in its samples. */
export const KEY_PATH = "/demo/key";

/** The case types in the demo firm's settings. */
const CASE_TYPES = ["Personal injury", "Family", "Immigration", "Estate", "Other"];

/**
 * Returns the pages. The form posts straight to the source. Intake then redirects the browser to the page of thanks, or
 * back with a reason.
 */
export const demoPages = (ingestionKey: string): [path: string, page: string][] => [
  [
    FORM_PATH,
    page(`
      <h1>Tell us what happened</h1>
      <p id="reason" role="alert"></p>
      <form method="post" action="/api/leads?key=${ingestionKey}">
        <label>First name <input name="first_name" autocomplete="given-name" required></label>
        <label>Last name <input name="last_name" autocomplete="family-name" required></label>
        <label>Email <input name="email" type="email" autocomplete="email" required></label>
        <label>Case type <select name="case_type">${CASE_TYPES.map(option).join("")}</select></label>
        <label>What happened <textarea name="summary" rows="4"></textarea></label>
        <input name="website" tabindex="-1" autocomplete="off" aria-hidden="true" hidden>
        <button>Send</button>
      </form>
      <script>
        document.getElementById("reason").textContent = new URLSearchParams(location.search).get("reason");
      </script>`),
  ],
  [
    THANKS_PATH,
    page(
      `<h1>Thank you</h1><p>We have received it and will call you. <a href="${FORM_PATH}">Send another</a></p>`,
    ),
  ],
];

const option = (text: string) => `<option>${text}</option>`;

const page = (body: string) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Demo Law</title>
  <link rel="icon" href="data:,">
  <style>
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 2rem auto; padding: 0 1rem }
    label { display: block; margin: 0 0 1rem }
    input, select, textarea { display: block; box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit }
    button { padding: 0.5rem 1.5rem; font: inherit }
    [hidden] { display: none }
    [role=alert] { color: #b00020 }
  </style>
  <body>${body}
  </body>
</html>
`;
