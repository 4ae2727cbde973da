import { tearDown } from "./suite-setup.ts";

export default tearDown;
