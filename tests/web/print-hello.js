/** Print the hello that the page sends when it opens a match, for the tests of the server. */

import { hello } from "../../src/kheper/web/net/connection.js";

console.log(JSON.stringify(hello("M", 0)));
