export { hasSeveral, internationalNumber, plainNumber, planOf } from './phoneNumber';
export { PHONE_PLANS, type PhonePlan } from './phonePlans';
