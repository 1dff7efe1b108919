import { nextTick } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'
import OfferPage from './sales/OfferPage.vue'
import SalePage from './sales/SalePage.vue'
import SalesPage from './sales/SalesPage.vue'

/** What a crowd opens comes with the first load; the rest when it is needed. */
export const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: SalesPage },
    { path: '/sales/:saleId', component: SalePage, props: true },
    { path: '/offers/:offerId', component: OfferPage, props: true },
    { path: '/claims/:claimId', component: () => import('./buying/ClaimPage.vue'), props: true },
    { path: '/orders', component: () => import('./orders/OrdersPage.vue') },
    { path: '/orders/:orderId', component: () => import('./orders/OrderPage.vue'), props: true },
    { path: '/login', component: () => import('./account/LoginPage.vue') },
    { path: '/register', component: () => import('./account/RegisterPage.vue') },
    { path: '/:rest(.*)*', component: () => import('./NoPage.vue') },
  ],
  scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 },
})

let isFirst = true

// Whoever hears the page is brought to its beginning, as a new page of a browser would.
router.afterEach(async (to, from) => {
  if (!isFirst && to.path !== from.path) {
    await nextTick()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  isFirst = false
})
